// Vitest setup for test files that share a process. It fails a file that ran an answer in that process: this locks down the language's
// built-ins for good, for the files that come after it too.
import { afterAll } from "vitest";

afterAll(() => {
  if (!Object.isFrozen(Object.prototype)) return;
  throw new Error("These tests run an answer in their own process, which locks it down: add the file to OWN_PROCESS in vitest.config.ts.");
});
