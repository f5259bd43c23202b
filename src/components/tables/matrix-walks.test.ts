import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alongRows, asWritten, downColumns, fewestTogether, visitsOf, walkRun } from "./matrix-walks.ts";

describe("the third document's walk", () => {
  test("thread 1 is in row 4, and after all rows the column moves on by a vector", () => {
    const matrix = { rows: 4096, width: 4096 };
    expect([0, 1, 2, 1024].map((vector) => asWritten(vector, matrix))).toEqual([
      { row: 0, column: 0 },
      { row: 4, column: 0 },
      { row: 8, column: 0 },
      { row: 0, column: 4 },
    ]);
  });

  test.each([
    ["square", 16, 16, { once: 64, moreOften: 0, never: 0, outside: 0 }],
    ["wide", 8, 16, { once: 16, moreOften: 0, never: 16, outside: 16 }],
    ["tall", 16, 8, { once: 16, moreOften: 8, never: 8, outside: 0 }],
  ])("is right for a square matrix alone: %s", (_, rows, width, visits) => {
    expect(visitsOf(asWritten, { rows, width })).toEqual(visits);
  });
});

test("the other walks visit each vector once, whatever the matrix", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(alongRows, downColumns),
      (rows, vectors, walk) => {
        expect(visitsOf(walk, { rows, width: 4 * vectors })).toEqual({ once: rows * vectors, moreOften: 0, never: 0, outside: 0 });
      },
    ),
  );
});

test("lanes of 16 bytes fill sectors from 2 lanes together on, and what L2 fetches from 4 on", () => {
  expect(fewestTogether(({ cost }) => cost.sectors === cost.idealSectors)).toBe(2);
  expect(fewestTogether(({ cost }) => cost.dramReadBytes === cost.usefulBytes)).toBe(4);
  expect(() => fewestTogether(() => false)).toThrow("no walk has the property");
});

test("the walk along whole rows has its own speed", () => expect(walkRun("row").share).toBe(1));
