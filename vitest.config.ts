import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{grader,src,exercises}/**/*.test.ts"],
    environment: "node",
    // Vitest leaves one core to itself, which it hardly uses.
    maxWorkers: availableParallelism(),
    // The sandbox tests run hostile answers to their time limit.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
