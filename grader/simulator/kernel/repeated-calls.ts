import { callSites } from "./call-sites.ts";
import { IndexCaller, type CallLoops, type StepScope } from "./index-caller.ts";
import type { Kernel, LoopIndex } from "./kernel.ts";
import { positionIn, volume, type Launch } from "./launch.ts";
import { ThreadCursor } from "./thread.ts";

/** One index function's calls for the threads of one block, with what they returned. */
interface BlockCalls {
  /** Number of the call site. */
  readonly site: number;
  readonly block: number;
  readonly loopIndex: LoopIndex;
  readonly activeThreads: Uint8Array | null;
  /** INACTIVE for null and for threads that did not reach the step. */
  readonly indexes: Int32Array;
}

/** The calls that a run makes in some of its blocks: what they returned is to be compared with what the functions return elsewhere. */
export class CallRecord {
  readonly #isRecorded: (block: number) => boolean;
  readonly #calls: BlockCalls[] = [];

  /** @param isRecorded by the linear number of a block */
  constructor(isRecorded: (block: number) => boolean) {
    this.#isRecorded = isRecorded;
  }

  get calls(): readonly BlockCalls[] {
    return this.#calls;
  }

  includes(block: number): boolean {
    return this.#isRecorded(block);
  }

  add(calls: BlockCalls): void {
    this.#calls.push({ ...calls, indexes: calls.indexes.slice() });
  }
}

/** A whole number from 0 below a bound, each equally likely. */
export type DrawBelow = (bound: number) => number;

interface RepeatOptions {
  readonly loops?: CallLoops;
  readonly progress?: () => void;
}

/**
 * Makes recorded calls once more, in an order that nobody can foretell: access by access and block by block in any order, and in each
 * block the threads in any order. The kernel has the functions that are called now; otherwise it is like the one that was recorded.
 *
 * @returns whether every call returned what it had returned before; a call that throws did not
 */
export function repeatsAlike(
  kernel: Kernel,
  launch: Launch,
  record: CallRecord,
  drawBelow: DrawBelow,
  { loops, progress }: RepeatOptions = {},
): boolean {
  const cursor = new ThreadCursor(launch);
  const callers = callSites(kernel.steps, loops).map(
    (site) => new IndexCaller({ ...site, cursor, size: kernel.size, blockDim: launch.blockDim }),
  );
  const threads = shuffled(
    Int32Array.from({ length: volume(launch.blockDim) }, (_, thread) => thread),
    drawBelow,
  );
  for (const { site, block, loopIndex, activeThreads, indexes } of shuffled([...record.calls], drawBelow)) {
    const caller = callers[site];
    if (caller === undefined) return false;
    cursor.moveToBlock(positionIn(launch.gridDim, block));
    const scope: StepScope = { loopIndex, activeThreads, recheckPurity: false };
    if (!caller.repeatsAlike(indexes, scope, threads, drawBelow(threads.length))) return false;
    progress?.();
  }
  return true;
}

/** Puts items into a random order, in place: R. A. Fisher and F. Yates, in the form of R. Durstenfeld (CACM 7, 1964). */
function shuffled<T extends Int32Array | unknown[]>(items: T, drawBelow: DrawBelow): T {
  for (let last = items.length - 1; last > 0; last--) {
    const other = drawBelow(last + 1);
    const item = items[last]!;
    items[last] = items[other]!;
    items[other] = item;
  }
  return items;
}
