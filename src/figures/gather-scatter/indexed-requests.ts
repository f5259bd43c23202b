import { FULL_MASK, WARP_SIZE, WORD_BYTES, explainGlobal, h100, type GlobalCost, type GlobalExplanation, type MemoryOp } from "#simulator";
import { addGlobalCost, noGlobalCost } from "#simulator/global-cost.ts";
import type { KernelTiming } from "#hardware/kernel-timings.ts";
import { WARPS, givenIndices, orderedIndices, type IndexPattern, type Order, type UsedIndex } from "./indices.ts";

/** The array holds floats. */
export const ELEMENT_BYTES = WORD_BYTES;

/** What the reader may change. */
export interface Settings {
  readonly pattern: IndexPattern;
  readonly order: Order;
  /** A gather loads through the indices, a scatter stores through them. */
  readonly op: MemoryOp;
  /** Elements of the array that the indices point into. */
  readonly arrayLength: number;
}

/** The indices in the order of use: entry 32 w + i belongs to lane i of warp w. */
export function usedIndices({ pattern, order, arrayLength }: Settings): UsedIndex[] {
  return orderedIndices(givenIndices(pattern, arrayLength), order);
}

/** One request per warp: the accesses to the array, without those to the index array, which are always consecutive. */
export function indexedRequests(settings: Settings): GlobalExplanation[] {
  const used = usedIndices(settings);
  return Array.from({ length: WARPS }, (_, warp) =>
    explainGlobal(
      {
        space: "global",
        op: settings.op,
        bytesPerLane: ELEMENT_BYTES,
        activeMask: FULL_MASK,
        addresses: used.slice(warp * WARP_SIZE, (warp + 1) * WARP_SIZE).map(({ element }) => element * ELEMENT_BYTES),
      },
      h100,
    ),
  );
}

/** What the requests of all warps cost together, each counted as if nothing were cached. */
export function totalCost(requests: readonly GlobalCost[]): GlobalCost {
  const total = noGlobalCost();
  for (const cost of requests) addGlobalCost(total, cost, 1);
  return total;
}

/** Elements that more than one lane stores to, so that the final value is undefined. None for a gather. */
export function clashingElements(settings: Settings): ReadonlySet<number> {
  if (settings.op === "load") return new Set();
  const indices = givenIndices(settings.pattern, settings.arrayLength);
  return new Set(indices.filter((element, i) => indices.indexOf(element) !== i));
}

/** A timing of a whole gather or scatter. Its param is the length of the index array, and of the array as well. */
export type IndexedTiming = Pick<KernelTiming, "name" | "param" | "usefulGBps">;

/** The name of the timed kernel that used indices of this kind in this order; undefined: none was timed. */
export function measuredKernel(op: MemoryOp, pattern: IndexPattern, order: Order): string | undefined {
  const indices = measuredIndices(pattern, order);
  return indices && `${op === "load" ? "gather" : "scatter"}_${indices}`;
}

function measuredIndices(pattern: IndexPattern, order: Order): string | undefined {
  switch (pattern) {
    case "identity":
      return "identity";
    case "shuffled":
      return order === "as given" ? "shuffled_in_warp" : "identity";
    case "random":
      return { "as given": "random", "each warp": undefined, all: "sorted_random" }[order];
    case "hot":
      return undefined;
  }
}
