import { describe, expect, it } from "vitest";
import { drawFrom } from "#judge/hidden-cases.ts";
import type { Exercise } from "#judge/exercise.ts";
import { transposed } from "./matrix.ts";
import { transpose, transposeBatch, type TransposeTile } from "./transpose.ts";

const texts = { title: "", summary: "", part: 2, concepts: [], difficulty: 2, minutes: 10, hints: [], wrong: {} } as const;
const ragged = { id: "ragged", title: "2 × 3", size: { rows: 2, columns: 3 } };
const own = { ...texts, id: "a-transpose", cases: [ragged], checks: [] };

const names = (exercise: Exercise): string[] => exercise.exports.map(({ name }) => name);
const checkIds = (exercise: Exercise): string[] => exercise.checks.map(({ id }) => id);
const answer = { pitch: 33, words: 1024, read: () => 0, toTile: () => 0, fromTile: () => 0, write: () => 0 };
const kernelOf = (exercise: Exercise) => {
  const [first] = exercise.cases;
  if (first === undefined) throw new Error("the exercise has no case");
  return exercise.kernel({ size: first.size, launch: first.launch, answer });
};

describe("the element that each element of `out` must hold", () => {
  it.each([
    // 0 1 2      0 3
    // 3 4 5  →   1 4
    //            2 5
    ["2 × 3", { rows: 2, columns: 3 }, [0, 3, 1, 4, 2, 5]],
    ["a row", { rows: 1, columns: 4 }, [0, 1, 2, 3]],
    ["two of 2 × 3", { matrices: 2, rows: 2, columns: 3 }, [0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11]],
  ])("%s", (_, batch, expected) => {
    expect(expected.map((_, elementIndex) => transposed(batch)(elementIndex))).toEqual(expected);
  });
});

describe("a transpose", () => {
  it.each<[string, TransposeTile | undefined, { exports: string[]; threads: number[]; words?: number; steps: string[] }]>([
    ["without a tile", undefined, { exports: ["read", "write"], threads: [32, 8], steps: ["move"] }],
    [
      "through a tile whose pitch the learner chooses",
      { side: 32, pitch: "learner" },
      { exports: ["pitch", "read", "toTile", "fromTile", "write"], threads: [32, 32], words: 32 * 33, steps: ["move", "barrier", "move"] },
    ],
    [
      "through a tile whose size the learner chooses",
      { side: 32, words: "learner" },
      { exports: ["words", "read", "toTile", "fromTile", "write"], threads: [32, 32], words: 1024, steps: ["move", "barrier", "move"] },
    ],
    [
      "in several passes",
      { rows: 16, columns: 64, threads: [64, 4], words: 16 * 66 },
      { exports: ["read", "toTile", "fromTile", "write"], threads: [64, 4], words: 16 * 66, steps: ["repeat", "barrier", "repeat"] },
    ],
  ])("%s", (_, tile, expected) => {
    const exercise = transpose({ ...own, ...(tile && { tile }) });
    const { arrays, steps } = kernelOf(exercise);
    expect(names(exercise)).toEqual(expected.exports);
    expect(exercise.cases[0]?.launch.blockDim).toMatchObject({ x: expected.threads[0], y: expected.threads[1] });
    expect(arrays["tile"]?.length).toBe(expected.words);
    expect(steps.map(({ kind }) => kind)).toEqual(expected.steps);
  });

  it("requires that elements are read once only where that is checked", () => {
    const correctness = { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 };
    const tile = { side: 32, pitch: "learner" } as const;
    expect(checkIds(transpose({ ...own, tile }))).toEqual(["in-bounds", "every-element", "written-once", "read-once", "no-race"]);
    expect(kernelOf(transpose({ ...own, tile })).arrays["in"]?.reads).toBe("each-once");
    expect(checkIds(transpose({ ...own, tile, correctness }))).toEqual(["in-bounds", "every-element", "written-once", "no-race"]);
    expect(kernelOf(transpose({ ...own, tile, correctness })).arrays["in"]?.reads).toBe("any");
  });

  it("draws hidden matrices that are never square", () => {
    const { hidden } = transpose(own);
    const sizes = Array.from({ length: 100 }, (_, seed) => hidden?.(drawFrom(seed)).size);
    expect(sizes.filter((size) => size === undefined || size["rows"] === size["columns"])).toEqual([]);
    expect(new Set(sizes.map((size) => Number(size?.["rows"]) < Number(size?.["columns"])))).toEqual(new Set([true, false]));
  });

  it("gives a layer of blocks to each matrix of a batch", () => {
    const exercise = transposeBatch<{ images: number; channels: number; pixels: number }>({
      ...own,
      cases: [{ id: "batch", title: "3 images", size: { images: 3, channels: 33, pixels: 70 } }],
      batchOf: ({ images, channels, pixels }) => ({ matrices: images, rows: channels, columns: pixels }),
      tile: { side: 32, threads: [32, 8], words: 1056 },
    });
    expect(exercise.cases[0]?.launch.gridDim).toEqual({ x: 3, y: 2, z: 3 });
    expect(kernelOf(exercise).arrays["in"]?.length).toBe(3 * 33 * 70);
  });

  it("lets an exercise override what the family supplies", () => {
    const exports = [{ name: "pair", kind: "function", description: "pair(thread) gives a pair." }] as const;
    expect(transpose({ ...own, exports }).exports).toEqual(exports);
  });
});
