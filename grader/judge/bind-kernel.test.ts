import { expect, test } from "vitest";
import padAStruct from "#exercises/pad-a-struct-for-float4/exercise.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { bindKernel } from "./bind-kernel.ts";
import { firstCase } from "./exercise.ts";

test("what an array must hold may depend on a number that the answer exports", () => {
  const expectedAt = (stride: number, elementIndex: number): number | undefined => {
    const answer: Answer = { stride, vector: () => null };
    const { expected } = bindKernel(padAStruct, firstCase(padAStruct), answer).arrays["out"] ?? {};
    return typeof expected === "function" ? expected(elementIndex) : undefined;
  };
  // Vector 1 of `out` is the first one of struct 1; source elements are numbered from 1.
  expect(expectedAt(8, 4)).toBe(1 + 8);
  expect(expectedAt(12, 4)).toBe(1 + 12);
});
