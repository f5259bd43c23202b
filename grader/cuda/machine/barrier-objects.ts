import { join, type Knowledge, type WarpOrder } from "./warp-order.ts";

/** A barrier object in shared memory (PTX ISA, mbarrier): a phase completes when all have arrived and all expected bytes have landed. */
export interface BarrierObject {
  readonly address: number;
  /** Arrivals that each phase expects. */
  expected: number;
  /** Of the current phase: those that are missing. */
  pending: number;
  /** Of the current phase: expected bytes less those that have landed. Below 0 if bytes land before they are expected. */
  missingBytes: number;
  expectedBytes: number;
  /** The number of the current, incomplete phase. Its parity is that of the number. */
  phase: number;
  /** The number under which warps know of its completed phases. */
  readonly agent: number;
  /** The epoch of the thread that has initialized it; 0 where races aren't checked. */
  readonly initialized: number;
  /** What those know that have arrived in the current phase. */
  arriving: Knowledge | undefined;
  /** What whoever waits for the last completed phase learns. */
  completed: Knowledge | undefined;
}

/** An arrival of lanes of a warp. */
export interface Arrival {
  readonly warp: number;
  readonly lanes: number;
  /** That starts behind the arrival, and the one before which all lanes of the warp have met. */
  readonly segment: number;
  readonly met: number;
}

/** The barrier objects of a cluster's shared memory. */
export class BarrierObjects {
  readonly #objects = new Map<number, BarrierObject>();
  readonly #order: WarpOrder | undefined;

  constructor(order: WarpOrder | undefined) {
    this.#order = order;
  }

  clear(): void {
    this.#objects.clear();
  }

  get all(): Iterable<BarrierObject> {
    return this.#objects.values();
  }

  at(address: number): BarrierObject | undefined {
    return this.#objects.get(address);
  }

  /** @param epoch of the thread that initializes it */
  initialize(address: number, expected: number, epoch: number): void {
    this.#objects.set(address, {
      address,
      expected,
      pending: expected,
      missingBytes: 0,
      expectedBytes: 0,
      phase: 0,
      agent: this.#order?.agent() ?? 0,
      initialized: epoch,
      arriving: this.#order?.empty(),
      completed: this.#order?.empty(),
    });
  }

  invalidate(address: number): void {
    this.#objects.delete(address);
  }

  arrive(barrier: BarrierObject, count: number, { warp, segment, lanes, met }: Arrival): void {
    barrier.pending -= count;
    if (barrier.arriving) this.#order!.release(warp, segment, barrier.arriving, lanes, met);
    this.#completeIfDone(barrier);
  }

  expectBytes(barrier: BarrierObject, bytes: number): void {
    barrier.missingBytes += bytes;
    barrier.expectedBytes += bytes;
  }

  /** Bytes of a copy have landed. @returns the phase that they belong to */
  completeBytes(barrier: BarrierObject, bytes: number): number {
    const { phase } = barrier;
    barrier.missingBytes -= bytes;
    this.#completeIfDone(barrier);
    return phase;
  }

  /** A phase that is done completes, and the next one begins. */
  #completeIfDone(barrier: BarrierObject): void {
    if (barrier.pending > 0 || barrier.missingBytes !== 0) return;
    barrier.phase++;
    barrier.pending += barrier.expected;
    barrier.expectedBytes = 0;
    if (!barrier.arriving || !barrier.completed) return;
    barrier.arriving.complete[barrier.agent] = barrier.phase;
    join(barrier.completed, barrier.arriving);
    barrier.arriving = this.#order!.empty();
  }
}
