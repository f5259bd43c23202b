import { KernelSet, type ComputeKernel } from "./compute-kernel.ts";
import { spreadOf, type Spread } from "./spread.ts";

/** The longest that one submission may keep the GPU, in milliseconds: the screen is drawn by the same GPU. */
export const LONGEST_SUBMISSION = 50;

/** The longest submission that is aimed at, if nothing else is said: an estimate may be off. */
export const AIMED_SUBMISSION = 25;

/** Rounds without which there is no spread. */
const FEWEST_ROUNDS = 5;

/** Dispatches in one submission at most: encoding them takes the page's time. */
const MOST_DISPATCHES = 4096;

export interface TimingOptions {
  /** How often each kernel is timed; 15 if undefined, and 5 at least. */
  readonly rounds?: number;
  /** Milliseconds of GPU time after which no further round begins, once there are five; 3,000 if undefined. */
  readonly budget?: number;
  /** Milliseconds of GPU time that a submission aims at; 25 if undefined, and never more. Less is quicker where a clock is exact. */
  readonly aim?: number;
  /** Told after each round how much of the work is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the timing with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How long one dispatch of a kernel takes. */
export interface KernelTime {
  readonly name: string;
  /** Microseconds of one dispatch, round by round: the same index of two kernels is a pair measured one right after the other. */
  readonly rounds: readonly number[];
  readonly microseconds: Spread;
  /** Dispatches in one submission. */
  readonly dispatches: number;
}

export interface Timing {
  readonly status: "timed";
  /** By the GPU's own clock, or by waiting for the queue: then a launch's overhead is subtracted, and the spread is wider. */
  readonly clock: "timestamps" | "queue";
  /** In the order of the kernels. */
  readonly times: readonly KernelTime[];
  /** The longest submission, in milliseconds of GPU time. */
  readonly longestSubmission: number;
}

/** One dispatch of a kernel alone takes longer than a submission may. */
export interface TooLong {
  readonly status: "too-long";
  readonly name: string;
  readonly milliseconds: number;
}

/**
 * Times kernels in turn, so that a clock that rises or a machine that does other work meets all of them. Browsers round timestamps, to
 * 100 µs in Chromium: a submission dispatches a kernel as often as it takes for that to be small, and no longer than `LONGEST_SUBMISSION`.
 *
 * @param set kernels that have run once with a small grid or are known to be short: the first dispatch of each is not bounded by an estimate
 * @throws DeviceLost
 */
export async function timeSet(set: KernelSet, options: TimingOptions = {}): Promise<Timing | TooLong> {
  const { rounds = 15, budget = 3000, onProgress, signal } = options;
  const aim = Math.min(AIMED_SUBMISSION, options.aim ?? AIMED_SUBMISSION);
  const stopwatch = set.gpu.hasTimestamps ? new TimestampWatch(set) : await QueueWatch.start(set);
  try {
    let longestSubmission = 0;
    const watch = async (index: number, dispatches: number, submissions = stopwatch.submissions): Promise<number> => {
      signal?.throwIfAborted();
      const taken = await set.gpu.whileThere(stopwatch.milliseconds(index, dispatches, submissions));
      longestSubmission = Math.max(longestSubmission, taken);
      return taken;
    };
    const counts: number[] = [];
    for (const [index, { kernel }] of set.kernels.entries()) {
      const estimate = await estimateDispatch((dispatches, submissions) => watch(index, dispatches, submissions), stopwatch.resolution);
      if (estimate > LONGEST_SUBMISSION) return { status: "too-long", name: kernel.name, milliseconds: estimate };
      counts.push(Math.max(1, Math.min(MOST_DISPATCHES, Math.floor(aim / estimate))));
    }
    const measured: number[][] = set.kernels.map(() => []);
    let spent = 0;
    // The round before the first one warms clocks and caches up.
    for (let round = 0; round <= rounds; round++) {
      if (spent > budget && round > FEWEST_ROUNDS) break;
      // Every other round backwards: none is always first.
      const order = [...set.kernels.keys()];
      for (const index of round % 2 === 0 ? order : order.reverse()) {
        const dispatches = counts[index]!;
        const taken = await watch(index, dispatches);
        spent += taken * stopwatch.submissions;
        if (round > 0) measured[index]!.push((1000 * taken) / dispatches);
        if (taken > LONGEST_SUBMISSION) counts[index] = Math.max(1, dispatches >> 1);
      }
      onProgress?.(Math.min(1, Math.max(spent / budget, round / rounds)));
    }
    const times = set.kernels.map(({ kernel: { name } }, index) => ({
      name,
      rounds: measured[index]!,
      microseconds: spreadOf(measured[index]!),
      dispatches: counts[index]!,
    }));
    return { status: "timed", clock: set.gpu.hasTimestamps ? "timestamps" : "queue", times, longestSubmission };
  } finally {
    stopwatch.release();
  }
}

/** Milliseconds of one dispatch of each kernel, roughly, up to the first that takes longer than a submission may. @throws DeviceLost */
export async function estimateSet(set: KernelSet, { signal }: Pick<TimingOptions, "signal"> = {}): Promise<number[]> {
  const stopwatch = set.gpu.hasTimestamps ? new TimestampWatch(set) : await QueueWatch.start(set);
  try {
    const estimates: number[] = [];
    for (const index of set.kernels.keys()) {
      signal?.throwIfAborted();
      const watch = (dispatches: number, submissions = stopwatch.submissions) =>
        set.gpu.whileThere(stopwatch.milliseconds(index, dispatches, submissions));
      estimates.push(await estimateDispatch(watch, stopwatch.resolution));
      if (estimates.at(-1)! > LONGEST_SUBMISSION) break;
    }
    return estimates;
  } finally {
    stopwatch.release();
  }
}

/** Prepares kernels, times them with `timeSet`, and frees their arrays. */
export async function timeRuns(
  gpu: KernelSet["gpu"],
  kernels: readonly ComputeKernel[],
  options: TimingOptions = {},
): Promise<Timing | TooLong> {
  const set = await KernelSet.prepare(gpu, kernels);
  try {
    return await timeSet(set, options);
  } finally {
    set.release();
  }
}

/** How many times as long as another kernel one takes: the ratios of the rounds, in which both ran one right after the other. */
export function ratioOf(one: KernelTime, other: KernelTime): Spread {
  return spreadOf(one.rounds.map((microseconds, round) => microseconds / other.rounds[round]!));
}

/** Milliseconds of one dispatch: as many as it takes for the clock to see them, four times as many each time. */
async function estimateDispatch(watch: (dispatches: number, submissions?: number) => Promise<number>, resolution: number): Promise<number> {
  // The first dispatch may compile.
  if ((await watch(1, 1)) > LONGEST_SUBMISSION) {
    const second = await watch(1, 1);
    if (second > LONGEST_SUBMISSION) return second;
  }
  for (let dispatches = 1; ; dispatches *= 4) {
    const taken = await watch(dispatches);
    const perDispatch = Math.max(taken, resolution / 4) / dispatches;
    if (taken >= 10 * resolution || 4 * dispatches * perDispatch > AIMED_SUBMISSION || 4 * dispatches > MOST_DISPATCHES) return perDispatch;
  }
}

/** Says how long dispatches keep the GPU. */
interface Stopwatch {
  /** Milliseconds of a submission below which it sees nothing. */
  readonly resolution: number;
  /** How often `milliseconds` submits the dispatches. */
  readonly submissions: number;
  /** Of one submission with so many dispatches of kernel `index`. @param submissions in a row, where it needs several */
  milliseconds(index: number, dispatches: number, submissions: number): Promise<number>;
  release(): void;
}

const QUERY_RESOLVE = 0x200;
const COPY_SRC = 0x4;
const COPY_DST = 0x8;
const MAP_READ = 0x1;

/** By the GPU's timestamps at the beginning and the end of a pass. */
class TimestampWatch implements Stopwatch {
  /** Chromium rounds to 100 µs, others less. */
  readonly resolution = 0.1;
  readonly submissions = 1;
  readonly #set: KernelSet;
  readonly #queries: GPUQuerySet;
  readonly #resolved: GPUBuffer;
  readonly #copy: GPUBuffer;

  constructor(set: KernelSet) {
    const { device } = set.gpu;
    this.#set = set;
    this.#queries = device.createQuerySet({ type: "timestamp", count: 2 });
    this.#resolved = device.createBuffer({ size: 16, usage: QUERY_RESOLVE | COPY_SRC });
    this.#copy = device.createBuffer({ size: 16, usage: MAP_READ | COPY_DST });
  }

  async milliseconds(index: number, dispatches: number): Promise<number> {
    const { device } = this.#set.gpu;
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass({
      timestampWrites: { querySet: this.#queries, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 },
    });
    this.#set.kernels[index]!.dispatch(pass, dispatches);
    pass.end();
    encoder.resolveQuerySet(this.#queries, 0, 2, this.#resolved, 0);
    encoder.copyBufferToBuffer(this.#resolved, 0, this.#copy, 0, 16);
    device.queue.submit([encoder.finish()]);
    await this.#copy.mapAsync(MAP_READ);
    const [begin, end] = new BigInt64Array(this.#copy.getMappedRange());
    this.#copy.unmap();
    // Some drivers set their clock back between two passes, and none within one.
    return Math.max(0, Number(end! - begin!) / 1e6);
  }

  release(): void {
    this.#queries.destroy();
    this.#resolved.destroy();
    this.#copy.destroy();
  }
}

/** By waiting until the queue is done: several submissions in a row, less what an empty one takes. */
class QueueWatch implements Stopwatch {
  readonly resolution: number;
  readonly submissions = 8;
  readonly #set: KernelSet;
  readonly #overhead: number;

  private constructor(set: KernelSet, overhead: number) {
    this.#set = set;
    this.#overhead = overhead;
    // Clocks of pages tick as rarely as once a millisecond, and browsers look for what is done as rarely as they like.
    this.resolution = Math.max(1, overhead / 2) / this.submissions;
  }

  static async start(set: KernelSet): Promise<QueueWatch> {
    const empty: number[] = [];
    for (let i = 0; i < 9; i++) empty.push(await set.gpu.whileThere(QueueWatch.#wait(set, 0, 0, 1)));
    return new QueueWatch(set, spreadOf(empty).median);
  }

  async milliseconds(index: number, dispatches: number, submissions: number): Promise<number> {
    const whole = await QueueWatch.#wait(this.#set, index, dispatches, submissions);
    return Math.max(0, whole - this.#overhead) / submissions;
  }

  static async #wait(set: KernelSet, index: number, dispatches: number, submissions: number): Promise<number> {
    const { device } = set.gpu;
    const commands = Array.from({ length: submissions }, () => {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      set.kernels[index]!.dispatch(pass, dispatches);
      pass.end();
      return encoder.finish();
    });
    const begin = performance.now();
    for (const one of commands) device.queue.submit([one]);
    await device.queue.onSubmittedWorkDone();
    return performance.now() - begin;
  }

  release(): void {
    // It has nothing of its own.
  }
}
