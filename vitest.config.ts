import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{grader,src,exercises}/**/*.test.ts"],
    environment: "node",
    // The sandbox tests run hostile answers to their time limit.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
