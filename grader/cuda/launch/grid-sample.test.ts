import { describe, expect, it } from "vitest";
import { gridSample } from "./grid-sample.ts";

const GRIDS: readonly (readonly [x: number, y: number, z: number, most: number])[] = [
  [1, 1, 1, 64],
  [2, 1, 1, 64],
  [3, 1, 1, 2],
  [100_000, 1, 1, 64],
  [1, 4096, 1, 64],
  [128, 128, 1, 64],
  [1000, 3, 1, 256],
  [7, 5, 3, 64],
  [64, 64, 64, 100],
  [2, 2, 2, 1],
];

describe("a sample of a grid", () => {
  it.each(GRIDS)("of %i × %i × %i blocks, with at most %i", (x, y, z, most) => {
    const sample = gridSample([x, y, z], most);
    const numbers = sample.map(({ block }) => block);
    expect(numbers, "in the order of the grid, each once").toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers[0], "begins with the first block").toBe(0);
    expect(numbers.at(-1), "ends with the last block").toBe(x * y * z - 1);
    const weight = sample.reduce((sum, block) => sum + block.weight, 0);
    expect(weight, "stands for all blocks").toBeCloseTo(x * y * z, 6);
    expect(sample.length, "is as small as was asked, but for corners and edges").toBeLessThanOrEqual(Math.max(most, 27));
    expect(gridSample([x, y, z], most), "is the same each time").toEqual(sample);
  });
});
