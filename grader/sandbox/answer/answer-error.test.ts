import { expect, it } from "vitest";
import { describeValue, readableError } from "./answer-error.ts";

it.each([
  [NaN, "NaN"],
  [-0, "-0"],
  [0, "0"],
  [0.5, "0.5"],
  [2 ** 53, "9007199254740992"],
  [-Infinity, "-Infinity"],
  ["3", '"3" (a string)'],
  ["x".repeat(100), `"${"x".repeat(20)}…" (a string)`],
  [3n, "3n (a BigInt)"],
  [10n ** 1000n, "a huge BigInt"],
  [true, "true"],
  [undefined, "undefined"],
  [null, "null"],
  [Symbol("s"), "a symbol"],
  [() => 1, "a function"],
  [[1], "an array"],
  [Promise.resolve(1), "a Promise"],
  [{ valueOf: () => 1 }, "an object"],
])("%#: a value is described as %s", (value, description) => {
  expect(describeValue(value)).toBe(description);
});

it("reads no property of an object", () => {
  const refuse = (): never => {
    throw new Error("a property was read");
  };
  expect(describeValue(new Proxy({}, { get: refuse, getPrototypeOf: refuse, ownKeys: refuse }))).toBe("an object");
});

it("an error leaves the sandbox without addresses of the grader's files", () => {
  const message = "It threw Error: <error>\n    at log (file:///home/grader/load-answer.ts:85:29)\n    at f (answer.ts:4:69)";
  expect(readableError({ kind: "threw", message }).message).toBe("It threw Error: <error>\n    at log (…)\n    at f (answer.ts:4:69)");
});
