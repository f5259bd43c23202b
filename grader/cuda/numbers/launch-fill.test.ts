import { describe, expect, it } from "vitest";
import { filledArray, type FilledType, type LaunchFill } from "./launch-fill.ts";

type Row = readonly [fill: LaunchFill, type: FilledType, values: readonly (number | bigint)[]];

// Compiled by g++ from the program that filled the arrays of the measured launches.
const FILLS: readonly Row[] = [
  ["index", "int32", [0, 1, 2, 3, 4, 5]],
  ["index", "uint64", [0n, 1n, 2n]],
  [{ indexModulo: 3 }, "uint8", [0, 1, 2, 0, 1, 2, 0]],
  [{ constant: 0.1 }, "float", [0.10000000149011612, 0.10000000149011612]],
  [{ constant: 0.1 }, "double", [0.1, 0.1]],
  [{ constant: -2.75 }, "int32", [-2, -2]],
  [{ constant: 0.1 }, "bfloat16", [0x3dcd]],
  [{ random: { seed: 42, from: -5, to: 100 } }, "int32", [97, 53, 64, 36, 16, 19, 85, 44, 14, 69]],
  [
    { random: { seed: 3_000_000_000, from: -2_000_000_000, to: 2_000_000_000 } },
    "int64",
    [601538440n, 1175251000n, 858790426n, 1950696681n, 1163798426n],
  ],
  [{ random: { seed: 1, from: 0, to: 1000 } }, "uint8", [113, 177, 205, 183, 233, 248, 226, 210]],
  [{ random: { seed: 42, from: 0, to: 16_777_300 } }, "float", [11355432, 654648, 6792659, 7371916]],
  [{ randomUnit: { seed: 42 } }, "float", [0.002643892541527748, 0.6603119969367981, 0.1109570860862732, 0.849376916885376]],
  [{ randomUnit: { seed: 42 } }, "double", [0.002643892541527748, 0.660311977379024, 0.11095708678476512, 0.8493769019842148]],
  [{ randomUnit: { seed: 42 } }, "half", [0x196a, 0x3948, 0x2f1a, 0x3acc, 0x3b01, 0x355f]],
  [{ randomUnit: { seed: 42 } }, "int32", [0, 0]],
  [{ permutation: { seed: 7 } }, "int32", [0, 8, 4, 2, 6, 1, 5, 9, 7, 3]],
  [{ values: [1.5, -2, 70000] }, "int16", [1, -2, 4464, 0, 0]],
  [{ values: [0.5, 0, -1, 0] }, "bool", [1, 0, 1, 0]],
];

describe("a fill", () => {
  it.each(FILLS)("%j of %s", (fill, type, values) => {
    expect([...filledArray(fill, type, values.length)]).toEqual(values);
  });

  it("permutes many", () => {
    const permutation = [...filledArray({ permutation: { seed: 11 } }, "uint32", 100_000)] as number[];
    expect(permutation.slice(0, 2)).toEqual([10311, 22438]);
    expect(permutation.at(-1)).toBe(74059);
    expect(permutation.reduce((sum, value) => (Math.imul(sum, 31) + value) >>> 0, 0)).toBe(339766676);
    expect(new Set(permutation).size).toBe(permutation.length);
  });

  it.each([
    [{ indexModulo: 0 }, "indexModulo must be a positive integer, not 0"],
    [{ random: { seed: 1, from: 5, to: 5 } }, "Random numbers need integers `from` < `to`, at most 2³² − 1 apart, not 5 and 5."],
    [
      { random: { seed: 1, from: 0, to: 2 ** 32 } },
      "Random numbers need integers `from` < `to`, at most 2³² − 1 apart, not 0 and 4294967296.",
    ],
    [{ randomUnit: { seed: -1 } }, "a seed must be an integer from 0 to 2³² − 1, not -1"],
    [{ permutation: { seed: 0.5 } }, "a seed must be an integer from 0 to 2³² − 1, not 0.5"],
  ])("%j is refused", (fill, message) => {
    expect(() => filledArray(fill, "int32", 4)).toThrow(message);
  });
});
