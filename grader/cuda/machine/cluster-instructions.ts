import { WARP_SIZE } from "#simulator";
import { firstLaneOf } from "#simulator/warp-request.ts";
import { ClusterBarrier } from "./cluster-barrier.ts";
import { product, type Extents, type Instruction, type InstructionContext } from "./instruction-context.ts";

/** A number of a cluster, or of a block in it. */
export type ClusterNumber = "cluster.rank" | "cluster.size" | "cluster.block" | "cluster.blocks" | "cluster.index" | "cluster.count";

/** Carries out what blocks of a cluster ask about it, and how they meet. */
export class ClusterInstructions {
  readonly #context: InstructionContext;
  readonly #barrier: ClusterBarrier;

  constructor(context: InstructionContext) {
    this.#context = context;
    this.#barrier = new ClusterBarrier(context.ranks * context.warps, context.order);
  }

  /** A cluster starts. */
  start(): void {
    const { warps, shape } = this.#context;
    const threads = product(shape.block);
    this.#barrier.start((warp) => {
      const lanes = Math.min(WARP_SIZE, threads - (warp % warps) * WARP_SIZE);
      return lanes === WARP_SIZE ? -1 : (1 << lanes) - 1;
    });
  }

  arrive(mask: number, live: number): void {
    this.#context.changes++;
    this.#barrier.arrive(this.#context.arrival(mask), live);
  }

  /** A warp has ended: nobody waits for it. @param warp its number in the cluster */
  exit(warp: number): void {
    this.#barrier.exit(warp);
  }

  numberOf(name: ClusterNumber, rank: number, axis: number): number {
    const { cluster, grid } = this.#context.shape;
    const along = axis as 0 | 1 | 2;
    const coordinates: Extents = [
      rank % cluster[0],
      Math.floor(rank / cluster[0]) % cluster[1],
      Math.floor(rank / (cluster[0] * cluster[1])),
    ];
    switch (name) {
      case "cluster.rank":
        return rank;
      case "cluster.size":
        return this.#context.ranks;
      case "cluster.block":
        return coordinates[along];
      case "cluster.blocks":
        return cluster[along];
      case "cluster.index":
        return Math.floor(this.#context.place.blockCoordinates(this.#context.place.block)[along] / cluster[along]);
      case "cluster.count":
        return Math.floor(grid[along] / cluster[along]);
    }
  }

  mapped(address: number, rank: number, lane: number): number {
    const { rank: own } = this.#context.running!;
    if (rank >= this.#context.ranks) {
      this.#context.misuse(lane, `asks for the shared memory of block ${rank} of its cluster, which has ${this.#context.ranks}.`);
      return address;
    }
    return address - this.#context.memory.windowsOf(own).sharedBase + this.#context.memory.windowsOf(rank).sharedBase;
  }

  wait(step: Instruction, mask: number): boolean {
    const { rank, warp } = this.#context.running!;
    const clusterWarp = this.#context.clusterWarp;
    if (this.#barrier.isOpenFor(clusterWarp)) {
      this.#barrier.pass(clusterWarp, mask);
      this.#context.goOn(mask);
      return true;
    }
    this.#context.blocked = this.#context.waiting({
      rank,
      warp,
      lane: firstLaneOf(mask),
      step,
      isPoll: false,
      isReady: () => this.#barrier.isOpenFor(clusterWarp),
      at: () => ({ kind: "cluster" }),
    });
    return false;
  }
}
