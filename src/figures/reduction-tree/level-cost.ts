import { WARP_SIZE, WORD_BYTES, explainShared, h100, type MemoryOp, type SharedExplanation } from "#simulator";
import { additions, levelCount, strideOf, type Addition, type Scheme } from "./tree.ts";

/** What shared memory does for some levels of the tree; the terms are those of `SharedCost`. */
export interface TreeCost {
  readonly requests: number;
  readonly wavefronts: number;
  /** The fewest wavefronts possible. */
  readonly groups: number;
  readonly bankConflicts: number;
  /** The largest of any request. */
  readonly conflictDegree: number;
}

/** One level: what is added, by whom, and every request of it. */
export interface Level extends TreeCost {
  /** Words between the two that meet. */
  readonly stride: number;
  readonly additions: readonly Addition[];
  /** Warps with at least one thread that works. */
  readonly warps: number;
  readonly explanations: readonly SharedExplanation[];
}

/** The accesses of `sums[into] += sums[from]`, as a warp executes them. */
const ACCESSES: readonly { readonly op: MemoryOp; readonly word: "into" | "from" }[] = [
  { op: "load", word: "into" },
  { op: "load", word: "from" },
  { op: "store", word: "into" },
];

/** The whole tree, level by level, as the simulator counts it. */
export function levels(scheme: Scheme, threads: number): Level[] {
  return Array.from({ length: levelCount(threads) }, (_, level) => {
    const adding = additions(scheme, threads, level);
    const byWarp = Map.groupBy(adding, ({ thread }) => Math.floor(thread / WARP_SIZE));
    const explanations = [...byWarp.values()].flatMap(warpExplanations);
    return {
      stride: strideOf(scheme, threads, level),
      additions: adding,
      warps: byWarp.size,
      explanations,
      ...total(explanations),
    };
  });
}

export function total(costs: readonly TreeCost[]): TreeCost {
  const sum = (name: keyof TreeCost) => costs.reduce((sum, cost) => sum + cost[name], 0);
  return {
    requests: sum("requests"),
    wavefronts: sum("wavefronts"),
    groups: sum("groups"),
    bankConflicts: sum("bankConflicts"),
    conflictDegree: Math.max(0, ...costs.map((cost) => cost.conflictDegree)),
  };
}

function warpExplanations(adding: readonly Addition[]): SharedExplanation[] {
  const activeMask = adding.reduce((mask, { thread }) => mask | (1 << (thread % WARP_SIZE)), 0) >>> 0;
  return ACCESSES.map(({ op, word }) => {
    const addresses = new Array<number>(WARP_SIZE).fill(0);
    for (const addition of adding) addresses[addition.thread % WARP_SIZE] = addition[word] * WORD_BYTES;
    return explainShared({ space: "shared", op, bytesPerLane: WORD_BYTES, activeMask, addresses }, h100);
  });
}
