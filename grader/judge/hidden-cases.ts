import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Case, Draw, Exercise } from "./exercise.ts";

/** Random numbers that are the same for the same seed, on every machine. */
export function drawFrom(seed: number): Draw {
  const random = xoroshiro128plus(seed);
  const between = (low: number, high: number): number => {
    if (!Number.isInteger(low) || !Number.isInteger(high) || low > high)
      throw new RangeError(`between(${low}, ${high}) needs whole numbers, the lower one first`);
    return uniformInt(random, low, high);
  };
  return {
    between,
    oneOf: (values) => {
      if (values.length === 0) throw new RangeError("oneOf needs at least one value");
      return values[between(0, values.length - 1)]!;
    },
  };
}

/** Whether a case was drawn for the whole class, by its id: no student has seen it. */
export const isHiddenCase = (id: string): boolean => /^hidden-\d+$/.test(id);

/** Whether a case was drawn, for the class or for one student, by its id. */
export const isDrawnCase = (id: string): boolean => /^(hidden|personal)-\d+$/.test(id);

/** Cases that no student has seen: one per seed, drawn by the exercise's `hidden` function; none for an exercise without one. */
export function hiddenCases({ hidden: drawCase }: Exercise, seeds: readonly number[]): Case[] {
  if (drawCase === undefined) return [];
  return seeds.map((seed, i) => ({ id: `hidden-${i + 1}`, title: `hidden case ${i + 1}`, hidden: true, ...drawCase(drawFrom(seed)) }));
}

/** Cases of one student, drawn in the same way, which the student may know: one per seed. */
export function personalCases({ hidden: drawCase }: Pick<Exercise, "hidden">, seeds: readonly number[]): Case[] {
  if (drawCase === undefined) return [];
  return seeds.map((seed, i) => ({
    id: `personal-${i + 1}`,
    title: `personal case ${i + 1}`,
    personal: true,
    ...drawCase(drawFrom(seed)),
  }));
}

/** Sizes in words: "rows 37, columns 101". */
export function sizeInWords(size: Case["size"]): string {
  const extents = Object.entries(size).filter(([name]) => name !== "seed");
  return extents.map(([name, value]) => `${name} ${typeof value === "number" ? value : `of ${value.length} elements`}`).join(", ");
}

/** A case in words: "rows 37, columns 101; 2 × 5 blocks of 32 × 8 threads". */
export function caseInWords({ size, launch: { gridDim, blockDim } }: Pick<Case, "size" | "launch">): string {
  const product = ({ x, y, z }: typeof gridDim): string => (z > 1 ? [x, y, z] : y > 1 ? [x, y] : [x]).join(" × ");
  return `${sizeInWords(size)}; ${product(gridDim)} blocks of ${product(blockDim)} threads`;
}
