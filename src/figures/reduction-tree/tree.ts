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

/** Words between the two that meet in a level; level 0 comes first. */
export function strideOf(scheme: Scheme, threads: number, level: number): number {
  return scheme === "sequential" ? threads / 2 ** (level + 1) : 2 ** level;
}

/** What a thread adds at a stride, or undefined when it rests. */
export function additionOf(scheme: Scheme, threads: number, stride: number, thread: number): Addition | undefined {
  const into = scheme === "strided" ? 2 * stride * thread : thread;
  const works = scheme === "modulo" ? thread % (2 * stride) === 0 : scheme === "strided" ? into < threads : thread < stride;
  return works ? { thread, into, from: into + stride } : undefined;
}

/** All additions of a level, by thread. */
export function additions(scheme: Scheme, threads: number, level: number): Addition[] {
  const stride = strideOf(scheme, threads, level);
  return Array.from({ length: threads }, (_, thread) => additionOf(scheme, threads, stride, thread)).filter(
    (addition) => addition !== undefined,
  );
}
