import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { hardwarePlugin } from "./src/build/vite-hardware.ts";

/** Tests that run answers in their own process, which locks the language's built-ins down for good: nobody else may be in it. */
const LOCKING = [
  "grader/sandbox/answer/answer.test.ts",
  "grader/testing/acceptance/*.test.ts",
  "grader/kit/gate/gate.test.ts",
  "grader/classroom/reports/*-reports.test.ts",
];

export default defineConfig({
  plugins: [hardwarePlugin()],
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
