import type { CallSite } from "./call-sites.ts";
import { INACTIVE, IndexCaller, type StepScope } from "./index-caller.ts";
import type { Kernel, Repeat } from "./kernel.ts";
import { positionIn, volume, type Launch } from "./launch.ts";
import { place, type ThreadCursor } from "./thread.ts";

/** How often each thread of a block runs the steps of a repeat. */
export class TripCounts {
  readonly most: number;
  readonly fewest: number;
  readonly #counts: Int32Array;

  constructor(counts: Int32Array) {
    this.#counts = counts;
    this.most = counts.reduce((a, b) => Math.max(a, b), 0);
    this.fewest = counts.reduce((a, b) => Math.min(a, b), this.most);
  }

  /** Number, in its block, of the first thread with the fewest trips. */
  get threadWithFewest(): number {
    return this.#counts.indexOf(this.fewest);
  }

  /** One flag per thread, 0 for those that have finished before this iteration; null when none has. */
  activeThreads(iteration: number): Uint8Array | null {
    return iteration < this.fewest ? null : Uint8Array.from(this.#counts, (count) => (iteration < count ? 1 : 0));
  }
}

/** Finds the trip counts of the threads of a block, and checks them. */
export class TripCounter {
  readonly #kernel: Kernel;
  readonly #launch: Launch;
  readonly #cursor: ThreadCursor;
  readonly #callers = new Map<Repeat, IndexCaller>();
  readonly #siteOf: (repeat: Repeat) => CallSite;

  constructor(kernel: Kernel, launch: Launch, cursor: ThreadCursor, siteOf: (repeat: Repeat) => CallSite) {
    this.#kernel = kernel;
    this.#launch = launch;
    this.#cursor = cursor;
    this.#siteOf = siteOf;
  }

  /** @throws IndexRefused when a thread's trip count is not a whole number from 0 up */
  count(repeat: Repeat, scope: StepScope): TripCounts {
    const { times } = repeat;
    const counts = new Int32Array(volume(this.#launch.blockDim));
    if (typeof times === "number") counts.forEach((_, thread) => (counts[thread] = scope.activeThreads?.[thread] === 0 ? 0 : times));
    else this.#fill(this.#callerOf(repeat), counts, scope);
    return new TripCounts(counts);
  }

  #fill(caller: IndexCaller, counts: Int32Array, scope: StepScope): void {
    caller.fill(counts, scope);
    for (const [thread, count] of counts.entries()) {
      // A thread that returns null, or that does not reach the repeat, makes no trip; a negative trip count is a mistake.
      if (count === INACTIVE) counts[thread] = 0;
      else if (count < 0) throw this.#refusal(caller, thread, count);
    }
  }

  #refusal(caller: IndexCaller, thread: number, count: number): Error {
    const { x, y, z } = positionIn(this.#launch.blockDim, thread);
    place(this.#cursor.threadIdx, x, y, z);
    return caller.refusal({ kind: "not-an-index", returned: count });
  }

  #callerOf(repeat: Repeat): IndexCaller {
    const known = this.#callers.get(repeat);
    if (known) return known;
    const { size } = this.#kernel;
    const { blockDim } = this.#launch;
    const caller = new IndexCaller({ ...this.#siteOf(repeat), cursor: this.#cursor, size, blockDim });
    this.#callers.set(repeat, caller);
    return caller;
  }
}
