import {
  FULL_MASK,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  explainGlobal,
  h100,
  type GlobalCost,
  type GlobalExplanation,
  type MemoryOp,
} from "#simulator";
import { WARPS, givenIndices, orderedPositions, type IndexPattern, type Order } from "./indices.ts";

/** The array is one of floats. */
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

/** The index that each lane of each warp uses, and where it stood in the array as given. */
export interface UsedIndex {
  readonly givenAt: number;
  readonly element: number;
}

/** The indices in the order of use: entry 32 w + i is that of lane i of warp w. */
export function usedIndices({ pattern, order, arrayLength }: Settings): UsedIndex[] {
  const indices = givenIndices(pattern, arrayLength);
  return orderedPositions(indices, order).map((givenAt) => ({ givenAt, element: indices[givenAt] }));
}

/** One request a warp: the accesses to the array, without those to the index array, which are always in a row. */
export function indexedRequests(settings: Settings): GlobalExplanation[] {
  const used = usedIndices(settings);
  return Array.from({ length: WARPS }, (_, warp) =>
    explainGlobal(
      {
        space: "global",
        op: settings.op,
        bytesPerLane: ELEMENT_BYTES,
        activeMask: FULL_MASK,
        addresses: Array.from({ length: WARP_SIZE }, (_, lane) => used[warp * WARP_SIZE + lane].element * ELEMENT_BYTES),
      },
      h100,
    ),
  );
}

/** What the requests of all warps cost together, each counted as if nothing were cached. */
export type TotalCost = Omit<GlobalCost, "tagWavefronts">;

export function totalCost(requests: readonly GlobalCost[]): TotalCost {
  const sum = (quantity: keyof TotalCost) => requests.reduce((total, request) => total + request[quantity], 0);
  return {
    requests: sum("requests"),
    sectors: sum("sectors"),
    idealSectors: sum("idealSectors"),
    cacheLines: sum("cacheLines"),
    usefulBytes: sum("usefulBytes"),
    dramReadBytes: sum("dramReadBytes"),
    dramWriteBytes: sum("dramWriteBytes"),
  };
}

/** Distinct useful bytes of each request ÷ bytes that move. */
export function efficiency({ usefulBytes, sectors }: TotalCost): number {
  return usefulBytes / (sectors * SECTOR_BYTES);
}

/** Elements that more than one lane stores: which value stays is not defined. None for a gather. */
export function clashingElements(settings: Settings): ReadonlySet<number> {
  if (settings.op === "load") return new Set();
  const indices = givenIndices(settings.pattern, settings.arrayLength);
  return new Set(indices.filter((element, i) => indices.indexOf(element) !== i));
}
