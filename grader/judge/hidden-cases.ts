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

/** Cases that no student has seen: one per seed, drawn by the exercise's `hidden` function; none for an exercise without one. */
export function hiddenCases({ hidden: drawCase }: Exercise, seeds: readonly number[]): Case[] {
  if (drawCase === undefined) return [];
  return seeds.map((seed, i) => ({ id: `hidden-${i + 1}`, title: `hidden case ${i + 1}`, hidden: true, ...drawCase(drawFrom(seed)) }));
}
