import { describe, expect, test } from "vitest";
import copy from "#exercises/straight-copy/exercise.ts";
import { bindKernel } from "./bind-kernel.ts";
import { firstCase, type Exercise } from "./exercise.ts";
import { ExpectedTables } from "./expected-tables.ts";

const caseOfTest = firstCase(copy);
const answer = { read: () => 0, write: () => 0 };

/** The first four elements of an exercise's expected output. */
function expectedBy(
  exercise: Exercise,
  tables: ExpectedTables,
  numbers: Readonly<Record<string, number>> = {},
  boundCase = caseOfTest,
): number[] {
  const { out } = bindKernel(exercise, boundCase, { ...answer, ...numbers }, tables).arrays;
  const { expected } = out!;
  if (typeof expected !== "function") throw new TypeError("the exercise expects nothing in particular");
  return [0, 1, 2, 3].map((elementIndex) => expected(elementIndex));
}

describe("what an array must hold", () => {
  test("is computed once for a case and the answers' numbers", () => {
    let asked = 0;
    const exercise: Exercise = { ...copy, expected: (_, { first }) => ({ out: (i) => (asked++, i + Number(first)) }) };
    const tables = new ExpectedTables();
    const elements = Number(caseOfTest.size["n"]);
    for (const first of [0, 5, 0, 5]) expect(expectedBy(exercise, tables, { first })).toEqual([1, 2, 3, 4].map((id) => id + first));
    expect(asked).toBe(2 * elements);
  });

  test("is not kept for a case that only one student has", () => {
    let asked = 0;
    const exercise: Exercise = { ...copy, expected: () => ({ out: (i) => (asked++, i) }) };
    expectedBy(exercise, new ExpectedTables(), {}, { ...caseOfTest, personal: true });
    expect(asked).toBe(4);
  });

  test("does not follow from what the answers' functions do", () => {
    const exercise: Exercise = { ...copy, expected: (_, { read }) => ({ out: () => (read as () => number)() }) };
    expect(() => expectedBy(exercise, new ExpectedTables())).toThrow("calls a function of the answer");
  });

  test("is a whole number of 32 bits", () => {
    const exercise: Exercise = { ...copy, expected: () => ({ out: (i) => i / 2 }) };
    expect(() => expectedBy(exercise, new ExpectedTables())).toThrow(/^the exercise expects 1\.5 in element 1 of "out"/);
  });
});
