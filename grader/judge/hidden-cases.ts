import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Case, Draw, Exercise } from "./exercise.ts";

/** Draws the same numbers for the same seed, on every machine. */
export function drawFrom(seed: number): Draw {
  const random = xoroshiro128plus(seed);
  const between = (low: number, high: number): number => {
    if (!Number.isInteger(low) || !Number.isInteger(high) || low > high) throw new RangeError(`nothing lies between ${low} and ${high}`);
    return uniformInt(random, low, high);
  };
  return {
    between,
    oneOf: (values) => {
      if (values.length === 0) throw new RangeError("one of no values is none");
      return values[between(0, values.length - 1)];
    },
  };
}

/** Cases that nobody has seen: one a seed, drawn by the exercise. An exercise that draws none has none. */
export function hiddenCases({ hidden }: Exercise, seeds: readonly number[]): Case[] {
  if (hidden === undefined) return [];
  return seeds.map((seed, i) => ({ id: `hidden-${i + 1}`, title: `hidden case ${i + 1}`, hidden: true, ...hidden(drawFrom(seed)) }));
}
