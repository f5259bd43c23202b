import type { Arrival } from "./barrier-objects.ts";
import { join, type Knowledge, type WarpOrder } from "./warp-order.ts";

/** The barrier of a cluster: a phase ends once all lanes have arrived that have not exited. Warps are counted through the cluster. */
export class ClusterBarrier {
  readonly #order: WarpOrder | undefined;
  /** Arrived lanes of each warp, and those that have not exited. */
  readonly #arrived: Int32Array;
  readonly #live: Int32Array;
  /** The phase that each warp waits for next. */
  readonly #awaited: Int32Array;
  #phase = 0;
  #arriving: Knowledge | undefined;
  #done: Knowledge | undefined;

  constructor(warps: number, order: WarpOrder | undefined) {
    this.#order = order;
    this.#arrived = new Int32Array(warps);
    this.#live = new Int32Array(warps);
    this.#awaited = new Int32Array(warps);
  }

  /** A cluster starts. @param lanes of each warp, as a mask */
  start(lanes: (warp: number) => number): void {
    this.#arrived.fill(0);
    this.#awaited.fill(0);
    for (let warp = 0; warp < this.#live.length; warp++) this.#live[warp] = lanes(warp);
    this.#phase = 0;
    this.#arriving = this.#order?.empty();
    this.#done = this.#order?.empty();
  }

  /** Lanes of a warp arrive. */
  arrive({ warp, lanes: mask, segment, met }: Arrival, live: number): void {
    this.#arrived[warp]! |= mask;
    this.#live[warp] = live;
    this.#awaited[warp] = this.#phase + 1;
    if (this.#arriving) this.#order!.release(warp, segment, this.#arriving, mask, met);
    this.#endPhase();
  }

  /** A warp has ended: nobody waits for it. */
  exit(warp: number): void {
    this.#live[warp] = 0;
    this.#endPhase();
  }

  /** Whether the phase in which a warp last arrived has ended. */
  isOpenFor(warp: number): boolean {
    return this.#phase >= this.#awaited[warp]!;
  }

  /** A warp goes on behind its wait, and knows what those knew that had arrived. */
  pass(warp: number, lanes: number): void {
    if (this.#done) this.#order!.acquire(warp, this.#done, lanes);
  }

  #endPhase(): void {
    let hasArrived = false;
    for (let warp = 0; warp < this.#arrived.length; warp++) {
      if (this.#arrived[warp] !== 0) hasArrived = true;
      if ((this.#live[warp]! & ~this.#arrived[warp]!) !== 0) return;
    }
    if (!hasArrived) return;
    this.#arrived.fill(0);
    this.#phase++;
    if (this.#arriving && this.#done) {
      join(this.#done, this.#arriving);
      this.#arriving = this.#order!.empty();
    }
  }
}
