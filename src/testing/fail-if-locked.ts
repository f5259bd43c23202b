// Before the tests of a file that shares its process with others: running an answer locks the language's built-ins down for good.
import { afterAll } from "vitest";

afterAll(() => {
  if (!Object.isFrozen(Object.prototype)) return;
  throw new Error("These tests run an answer in their own process, which locks it down: name the file under LOCKING in vitest.config.ts.");
});
