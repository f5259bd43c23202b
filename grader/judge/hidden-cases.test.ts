import fc from "fast-check";
import { describe, expect, test } from "vitest";
import walk from "#exercises/transpose-tiled/exercise.ts";
import { caseInWords, drawFrom, hiddenCases, personalCases } from "./hidden-cases.ts";

describe("drawing", () => {
  test("gives the same numbers for the same seed", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const numbers = () => {
          const draw = drawFrom(seed);
          return Array.from({ length: 10 }, () => draw.between(-5, 1000));
        };
        expect(numbers()).toEqual(numbers());
      }),
    );
  });

  test("stays within its bounds and reaches both", () => {
    const draw = drawFrom(1);
    const numbers = new Set(Array.from({ length: 500 }, () => draw.between(3, 9)));
    expect([...numbers].sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(["a", "b"]).toContain(draw.oneOf(["a", "b"]));
  });

  test("refuses an empty range and an empty list", () => {
    const draw = drawFrom(1);
    expect(() => draw.between(2, 1)).toThrow("between(2, 1) needs whole numbers, the lower one first");
    expect(() => draw.between(0.5, 1)).toThrow(RangeError);
    expect(() => draw.oneOf([])).toThrow("oneOf needs at least one value");
  });
});

test("cases of one student are drawn as hidden ones are, and are not hidden", () => {
  const [personal, hidden] = [personalCases(walk, [7, 8]), hiddenCases(walk, [7, 8])];
  expect(personal.map(({ size, launch }) => ({ size, launch }))).toEqual(hidden.map(({ size, launch }) => ({ size, launch })));
  expect(personal.map(({ id, hidden }) => [id, hidden])).toEqual([
    ["personal-1", undefined],
    ["personal-2", undefined],
  ]);
  expect(personalCases({}, [7])).toEqual([]);
});

test.each([
  [{ n: 1000 }, [4, 1, 1], [256, 1, 1], "n 1000; 4 blocks of 256 threads"],
  [{ rows: 37, columns: 101 }, [4, 5, 1], [32, 8, 1], "rows 37, columns 101; 4 × 5 blocks of 32 × 8 threads"],
  [{ table: [3, 1, 2] }, [1, 1, 2], [32, 1, 1], "table of 3 elements; 1 × 1 × 2 blocks of 32 threads"],
] as const)("a case in words: %o", (size, [gx, gy, gz], [bx, by, bz], words) => {
  const launch = { gridDim: { x: gx, y: gy, z: gz }, blockDim: { x: bx, y: by, z: bz } };
  expect(caseInWords({ size, launch })).toBe(words);
});
