import { INACTIVE, indexCaller, type CallOutcome } from "./index-caller.ts";
import { IndexRefused } from "./index-refused.ts";
import type { Kernel, Repeat } from "./kernel.ts";
import { volume, type Launch } from "./launch.ts";
import type { Passes } from "./passes.ts";
import type { ThreadCursor } from "./thread.ts";

/** How often each thread of a block runs the steps of a repeat. */
export interface RepeatTimes {
  readonly most: number;
  readonly fewest: number;
  /** A thread that runs them least often. */
  readonly shortest: number;
  /** Per thread, 0 for those that are through before this pass; null when all take part. */
  takesPart(pass: number): Uint8Array | null;
}

/** Asks the threads of a block how often they run a repeat. */
export class Participation {
  readonly #kernel: Kernel;
  readonly #launch: Launch;
  readonly #cursor: ThreadCursor;
  readonly #threads: number;

  constructor(kernel: Kernel, launch: Launch, cursor: ThreadCursor) {
    this.#kernel = kernel;
    this.#launch = launch;
    this.#cursor = cursor;
    this.#threads = volume(launch.blockDim);
  }

  /**
   * @param outer per thread, 0 for those that do not reach the repeat; null when all do
   * @throws IndexRefused when a thread's number of passes is no whole number from 0 up
   */
  times(repeat: Repeat, passes: Passes, outer: Uint8Array | null, audit: boolean): RepeatTimes {
    const times = new Int32Array(this.#threads);
    if (typeof repeat.times === "number")
      for (let thread = 0; thread < times.length; thread++) times[thread] = outer?.[thread] === 0 ? 0 : repeat.times;
    else this.#ask(repeat, times, passes, outer, audit);
    const most = times.reduce((a, b) => Math.max(a, b), 0);
    const fewest = times.reduce((a, b) => Math.min(a, b), most);
    return {
      most,
      fewest,
      shortest: times.indexOf(fewest),
      takesPart: (pass) => (pass < fewest ? null : Uint8Array.from(times, (count) => (pass < count ? 1 : 0))),
    };
  }

  #ask(repeat: Repeat, times: Int32Array, { iteration, outerIteration }: Passes, outer: Uint8Array | null, audit: boolean): void {
    if (typeof repeat.times === "number") return;
    const { fill, recall } = indexCaller(repeat.times);
    const outcome: CallOutcome = { returned: undefined, satOut: 0 };
    const { blockDim } = this.#launch;
    const name = repeat.name ?? "times";
    const refuse = (reason: IndexRefused["reason"]): IndexRefused => new IndexRefused(reason, name, this.#cursor.position());
    try {
      const thread = fill(this.#cursor, times, this.#kernel.size, iteration, outerIteration, blockDim, outer, outcome);
      if (thread >= 0) throw refuse({ kind: "not-an-index", returned: outcome.returned });
      const differs = audit ? recall(this.#cursor, times, this.#kernel.size, iteration, outerIteration, blockDim, outer, outcome) : -1;
      if (differs >= 0) throw refuse({ kind: "impure", returned: outcome.returned, before: times[differs] });
    } catch (thrown) {
      throw thrown instanceof IndexRefused ? thrown : refuse({ kind: "threw", thrown });
    }
    // A thread that answers null, or is not asked, runs no pass; a negative number of passes is none that could be meant.
    const negative = times.findIndex((count, thread) => count < 0 && count !== INACTIVE && outer?.[thread] !== 0);
    if (negative >= 0) throw refuse({ kind: "not-an-index", returned: times[negative] });
    for (let thread = 0; thread < times.length; thread++) if (times[thread] < 0) times[thread] = 0;
  }
}
