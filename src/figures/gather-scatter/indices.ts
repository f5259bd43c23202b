import { WARP_SIZE } from "#simulator";

/** Where the indices of an index array come from. */
export type IndexPattern = "identity" | "shuffled" | "random" | "hot";
/** How the indices were sorted before the kernel runs: not at all, each warp's 32 by themselves, or all together. */
export type Order = "as given" | "each warp" | "all";

export const WARPS = 4;
/** Length of the index array: one index per lane. */
export const INDEX_COUNT = WARPS * WARP_SIZE;
const HOT_ELEMENTS = 6;
const SEED = 2024;

/** The index array as the program made it. Its entries are elements of an array of `arrayLength`, which is at least as long as the index array. */
export function givenIndices(pattern: IndexPattern, arrayLength: number): number[] {
  const draw = seededRandom(SEED);
  const positions = Array.from({ length: INDEX_COUNT }, (_, i) => i);
  switch (pattern) {
    case "identity":
      return positions;
    case "shuffled":
      return inWarps(positions, (warp) => shuffled(warp, draw));
    case "random":
      return positions.map(() => draw(arrayLength));
    case "hot": {
      const hot = Array.from({ length: HOT_ELEMENTS }, () => draw(arrayLength));
      return positions.map(() => hot[draw(hot.length)]!);
    }
  }
}

/** An index that a lane uses, and its position in the array as given. */
export interface UsedIndex {
  readonly givenAt: number;
  readonly element: number;
}

/** The indices in the order in which they are used: lane i of warp w takes entry 32 w + i. */
export function orderedIndices(indices: readonly number[], order: Order): UsedIndex[] {
  const given = indices.map((element, givenAt) => ({ givenAt, element }));
  const sorted = (some: readonly UsedIndex[]) => some.toSorted((a, b) => a.element - b.element || a.givenAt - b.givenAt);
  switch (order) {
    case "as given":
      return given;
    case "each warp":
      return inWarps(given, sorted);
    case "all":
      return sorted(given);
  }
}

/** The entries with each warp's 32 changed by themselves. */
function inWarps<T>(entries: readonly T[], change: (warp: readonly T[]) => T[]): T[] {
  return Array.from({ length: WARPS }, (_, warp) => change(entries.slice(warp * WARP_SIZE, (warp + 1) * WARP_SIZE))).flat();
}

/** The entries in random order (Fisher and Yates). */
function shuffled(entries: readonly number[], draw: (below: number) => number): number[] {
  const deck = [...entries];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = draw(i + 1);
    [deck[i], deck[j]] = [deck[j]!, deck[i]!];
  }
  return deck;
}

/** Draws whole numbers from 0 to below a bound, the same ones each time: the upper bits of a linear congruential generator (Numerical Recipes). */
function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
