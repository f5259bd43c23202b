import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { hardwarePlugin } from "./src/build/vite-hardware.ts";

/** Tests that run answers in their own process, which locks the language's built-ins down for good: each file has a process of its own. */
const LOCKING = [
  "grader/sandbox/answer/answer.test.ts",
  "grader/testing/acceptance/*.test.ts",
  "grader/kit/gate/gate.test.ts",
  "grader/kit/gate/new-folder.test.ts",
  "grader/classroom/reports/*-reports.test.ts",
];

/** Tests that replace a module, which only Vite's own module runner can do. */
const MOCKING = ["grader/cli/questions.test.ts"];

/** All other tests share the processes. */
const SHARED = { isolate: false, setupFiles: ["src/testing/never-locked.ts"] };

/** The grader runs in Node as it is. Vite would turn each use of an import into a look-up, which makes a kernel's run take twice as long. */
const NATIVE = { experimental: { viteModuleRunner: false } };

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
      { extends: true, test: { name: "locking", include: LOCKING, ...NATIVE } },
      { extends: true, test: { name: "mocking", include: MOCKING } },
      {
        extends: true,
        test: { name: "grader", include: ["{grader,exercises}/**/*.test.ts"], exclude: [...LOCKING, ...MOCKING], ...SHARED, ...NATIVE },
      },
      { extends: true, test: { name: "site", include: ["src/**/*.test.{ts,tsx}"], ...SHARED } },
    ],
  },
});
