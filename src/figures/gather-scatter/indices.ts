import { WARP_SIZE } from "#simulator";

/** Where the indices of an index array come from. */
export type IndexPattern = "identity" | "shuffled" | "random" | "hot";
/** Whether the indices were put in ascending order before the kernel runs: not at all, 32 by 32, or all together. */
export type Order = "as given" | "each warp" | "all";

export const WARPS = 4;
/** Length of the index array: one index a lane. */
export const INDEX_COUNT = WARPS * WARP_SIZE;
const HOT_ELEMENTS = 6;
const SEED = 2024;

/** The index array as the program made it; elements of an array of `arrayLength`, at least as long as the index array. */
export function givenIndices(pattern: IndexPattern, arrayLength: number): number[] {
  const draw = drawing(SEED);
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
      return positions.map(() => hot[draw(HOT_ELEMENTS)]);
    }
  }
}

/** Positions of the index array in the order in which their indices are used: lane i of warp w takes entry 32 w + i. */
export function orderedPositions(indices: readonly number[], order: Order): number[] {
  const positions = indices.map((_, i) => i);
  const sorted = (some: number[]) => some.toSorted((a, b) => indices[a] - indices[b] || a - b);
  switch (order) {
    case "as given":
      return positions;
    case "each warp":
      return inWarps(positions, sorted);
    case "all":
      return sorted(positions);
  }
}

/** Does something to each warp's 32 entries. */
function inWarps(entries: readonly number[], change: (warp: number[]) => number[]): number[] {
  return Array.from({ length: WARPS }, (_, warp) => change(entries.slice(warp * WARP_SIZE, (warp + 1) * WARP_SIZE))).flat();
}

/** Fisher and Yates. */
function shuffled(entries: readonly number[], draw: (below: number) => number): number[] {
  const deck = [...entries];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = draw(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/** Whole numbers from 0 to below a bound, the same ones each time: the upper bits of a linear congruence (Numerical Recipes). */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
