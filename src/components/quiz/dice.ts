import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Dice } from "./question.ts";

/** @param seed a 32-bit integer */
export function seededDice(seed: number): Dice {
  const generator = xoroshiro128plus(seed);
  const between = (low: number, high: number): number => uniformInt(generator, low, high);
  const oneOf = <T>(values: readonly T[]): T => {
    const value = values[between(0, values.length - 1)];
    if (value === undefined) throw new RangeError("there is nothing to draw from");
    return value;
  };
  return { between, oneOf, shuffled };

  /** Fisher and Yates. */
  function shuffled<T>(values: readonly T[]): T[] {
    const all = [...values];
    for (let last = all.length - 1; last > 0; last--) {
      const other = between(0, last);
      [all[last], all[other]] = [all[other] as T, all[last] as T];
    }
    return all;
  }
}
