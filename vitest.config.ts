import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests that run answers in their own process, which locks the language's built-ins down for good: nobody else may be in it. */
const LOCKING = [
  "grader/sandbox/answer/load-answer.test.ts",
  "grader/testing/acceptance/*.test.ts",
  "grader/kit/gate/gate.test.ts",
  "grader/kit/gate/new-folder.test.ts",
  "grader/classroom/reports/*-reports.test.ts",
];

export default defineConfig({
  test: {
    environment: "node",
    // Vitest leaves one core to itself, which it hardly uses.
    maxWorkers: availableParallelism(),
    // The sandbox tests run hostile answers to their time limit.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "locking", include: LOCKING } },
      {
        extends: true,
        test: {
          name: "plain",
          include: ["{grader,src,exercises}/**/*.test.ts"],
          exclude: LOCKING,
          isolate: false,
          setupFiles: ["src/testing/never-locked.ts"],
        },
      },
    ],
  },
});
