import { WARP_SIZE } from "#simulator";
import type { Span } from "../source-error.ts";
import { join, type Knowledge, type WarpOrder } from "./warp-order.ts";

/** A numbered barrier of a block (`bar.sync 1, 64`). It opens once so many threads have arrived; a warp arrives as a whole. */
export class NamedBarrier {
  /** Threads that have arrived since it last opened. */
  arrived = 0;
  /** Where a warp last arrived. */
  lastArrival: Span | undefined;
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

  /** A warp arrives, and waits for the barrier to open. @param segment starts a new segment of its time */
  arrive(warp: number, threads: number, span: Span, segment: () => number): void {
    this.arrived += WARP_SIZE;
    this.lastArrival = span;
    if (this.#arriving) this.#order!.release(warp, segment(), this.#arriving);
    this.#awaited.set(warp, this.#openings + 1);
    if (this.arrived < threads) return;
    this.arrived = 0;
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
