import { WARP_SIZE, WORD_BYTES, explainShared, h100, type MemoryOp, type SharedExplanation } from "#simulator";

/**
 * Which thread adds which words in a level of the tree.
 * - "modulo": the stride doubles, and thread t works when t is a multiple of twice the stride.
 * - "strided": the same words, but neighbouring threads take them: thread t adds to word 2 × stride × t.
 * - "sequential": the stride halves, and the first threads add to the words of their own number.
 */
export type Scheme = "modulo" | "strided" | "sequential";

/** `sums[into] += sums[from]`, by one thread; both are numbers of words. */
export interface Addition {
  readonly thread: number;
  readonly into: number;
  readonly from: number;
}

/** Levels of the tree over a power of two of words. */
export function levelCount(threads: number): number {
  return Math.log2(threads);
}

/** Words between the two that are added in a level; level 0 is the first. */
export function strideOf(scheme: Scheme, threads: number, level: number): number {
  return scheme === "sequential" ? threads / 2 ** (level + 1) : 2 ** level;
}

/** What a thread adds at a stride, or undefined when it is idle. */
export function additionOf(scheme: Scheme, threads: number, stride: number, thread: number): Addition | undefined {
  const into = scheme === "strided" ? 2 * stride * thread : thread;
  const works = scheme === "modulo" ? thread % (2 * stride) === 0 : scheme === "strided" ? into < threads : thread < stride;
  return works ? { thread, into, from: into + stride } : undefined;
}

/** All additions of a level, by thread. */
function additions(scheme: Scheme, threads: number, level: number): Addition[] {
  const stride = strideOf(scheme, threads, level);
  return Array.from({ length: threads }, (_, thread) => additionOf(scheme, threads, stride, thread)).filter(
    (addition) => addition !== undefined,
  );
}

/** What shared memory does for some levels of the tree; the terms are those of `SharedCost`. */
export interface TreeCost {
  readonly requests: number;
  readonly wavefronts: number;
  /** The fewest wavefronts possible. */
  readonly groups: number;
  readonly bankConflicts: number;
  /** The largest conflict degree of any request. */
  readonly conflictDegree: number;
}

/** One level: what is added, by whom, and every request of it. */
export interface Level extends TreeCost {
  /** Words between the two that are added. */
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

/** Sums over levels or requests; of the conflict degree, the maximum. */
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
