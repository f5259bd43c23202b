import { WARP_SIZE } from "#simulator";
import type { Span } from "../source-error.ts";
import { join, type Knowledge, type WarpOrder } from "./warp-order.ts";

/** A fault of an arrival at a numbered barrier. */
export type NamedFault =
  /** The warp has arrived already, and the barrier has not opened since. */
  | { readonly kind: "again" }
  /** Those that have arrived give another count. */
  | { readonly kind: "count"; readonly other: number }
  /** Warps that the barrier has opened for, and that nothing orders before this one: it might have met some of them in their place. */
  | { readonly kind: "group"; readonly warp: number };

/** A numbered barrier of a block (`bar.sync 1, 64`). It opens once so many threads have arrived; a warp arrives as a whole. */
export class NamedBarrier {
  /** Threads that have arrived since it last opened. */
  arrived = 0;
  /** Where a warp last arrived, and for how many threads. */
  lastArrival: Span | undefined;
  #threads = 0;
  /** Warps that have arrived since it last opened, and those that it last opened for, each with the segment that starts behind its arrival. */
  #arrivals = new Map<number, number>();
  #before: ReadonlyMap<number, number> = new Map();
  readonly #order: WarpOrder | undefined;
  #openings = 0;
  /** By the number of a warp that waits: the opening that it waits for. */
  readonly #awaited = new Map<number, number>();
  #arriving: Knowledge | undefined;
  #opened: Knowledge | undefined;

  constructor(order: WarpOrder | undefined) {
    this.#order = order;
    this.#arriving = order?.empty();
    this.#opened = order?.empty();
  }

  /** The fault of a warp's arrival for so many threads; undefined if there is none. */
  faultOf(warp: number, threads: number): NamedFault | undefined {
    if (this.#arrivals.has(warp)) return { kind: "again" };
    if (this.arrived > 0 && threads !== this.#threads) return { kind: "count", other: this.#threads };
    const order = this.#order;
    if (!order || this.#openings === 0 || this.#before.has(warp)) return undefined;
    const unordered = [...this.#before].find(([other, segment]) => !order.isOver(segment - 1, other, warp));
    return unordered && { kind: "group", warp: unordered[0] };
  }

  /** A warp arrives, and waits for the barrier to open. @param segment starts a new segment of its time */
  arrive(warp: number, threads: number, span: Span, segment: () => number): void {
    this.arrived += WARP_SIZE;
    this.lastArrival = span;
    this.#threads = threads;
    const behind = segment();
    this.#arrivals.set(warp, behind);
    if (this.#arriving) this.#order!.release(warp, behind, this.#arriving);
    this.#awaited.set(warp, this.#openings + 1);
    if (this.arrived < threads) return;
    this.arrived = 0;
    this.#before = this.#arrivals;
    this.#arrivals = new Map();
    this.#openings++;
    if (this.#arriving && this.#opened) {
      join(this.#opened, this.#arriving);
      this.#arriving = this.#order!.empty();
    }
  }

  /** Whether a warp has arrived and has not gone on yet. */
  isAwaitedBy(warp: number): boolean {
    return this.#awaited.has(warp);
  }

  isOpenFor(warp: number): boolean {
    return this.#openings >= (this.#awaited.get(warp) ?? 0);
  }

  /** A warp that has arrived goes on without waiting. */
  leave(warp: number): void {
    this.#awaited.delete(warp);
  }

  /** A warp goes on behind its wait, and knows what those knew that had arrived. */
  pass(warp: number): void {
    this.#awaited.delete(warp);
    if (this.#opened) this.#order!.acquire(warp, this.#opened);
  }
}

/** The numbered barriers of a cluster's blocks. */
export class NamedBarriers {
  readonly #order: WarpOrder | undefined;
  readonly #barriers = new Map<string, NamedBarrier>();

  constructor(order: WarpOrder | undefined) {
    this.#order = order;
  }

  clear(): void {
    this.#barriers.clear();
  }

  /** The barriers of a block, by their numbers. @param rank of the block in its cluster */
  of(rank: number): (readonly [number: number, barrier: NamedBarrier])[] {
    return [...this.#barriers].flatMap(([key, barrier]) => {
      const [home, number] = key.split(" ").map(Number);
      return home === rank ? [[number!, barrier] as const] : [];
    });
  }

  /** @param rank of the block in its cluster */
  at(rank: number, number: number): NamedBarrier {
    const key = `${rank} ${number}`;
    let barrier = this.#barriers.get(key);
    if (!barrier) this.#barriers.set(key, (barrier = new NamedBarrier(this.#order)));
    return barrier;
  }
}
