import { WARP_SIZE } from "#simulator";
import { EpochClock } from "#simulator/epoch-clock.ts";
import type { WarpOrder } from "./warp-order.ts";

const LANE_BITS = 5;
const SPARE_BITS = 2;
const SEGMENT_SHIFT = LANE_BITS + SPARE_BITS;
/** The last segment whose epochs are positive 32-bit integers. */
const LAST_SEGMENT = 2 ** (31 - SEGMENT_SHIFT) - 1;
/** How many barriers of a part of a warp are remembered; accesses before older ones count as ordered. */
const PARTIAL_BARRIERS = 64;
const MAX_WARPS_PER_BLOCK = 32;

/** The blocks that run together: those of a cluster, each with so many warps. */
interface TogetherRunning {
  readonly blocks: number;
  readonly warpsPerBlock: number;
  /** Given for programs whose warps meet at more than the barrier of a block. */
  readonly order: WarpOrder | undefined;
}

const ONE_BLOCK: TogetherRunning = { blocks: 1, warpsPerBlock: MAX_WARPS_PER_BLOCK, order: undefined };

/** A barrier of some lanes of a warp: it orders their accesses of earlier segments before those from this segment on. */
interface PartialBarrier {
  readonly segment: number;
  readonly mask: number;
}

/**
 * The clock of a launch whose warps run one after the other: a warp's run between two barriers is a segment, and the epoch of lane l is
 * `epoch` + 4 × l, with two bits to spare. Says which accesses barriers order.
 */
export class RaceClock extends EpochClock {
  /** Set by whoever records an epoch of the current segment. */
  recorded = false;
  #block = 0;
  #warp = 0;
  /** The warp of each segment, counted through the blocks that run together. */
  #warps = new Uint16Array(1024);
  readonly warpsPerBlock: number;
  readonly #together: number;
  readonly #order: WarpOrder | undefined;
  /** The blocks that run together now, by their numbers in the grid. */
  #cluster: readonly number[] = [];
  #rank = 0;
  /** Numbers and first segments of the blocks so far, in pairs. */
  #blocks = new Int32Array(256);
  #blockCount = 0;
  /** For each warp, the first segment after its last barrier of all lanes. */
  readonly #ordered: Int32Array;
  readonly #partialBarriers: PartialBarrier[][];
  #hasPartialBarriers = false;
  /** Blocks that executed a device-wide fence, and whether the current block has executed an atomic since it started. */
  readonly #fenced = new Set<number>();
  /** Blocks that executed a proxy fence for global memory. */
  readonly #proxyFenced = new Set<number>();
  #acquired = false;
  /** For each warp, the first segment after its last device-wide fence; and the warps that have executed an atomic since the last barrier. */
  readonly #fencedUpTo: Int32Array;
  #acquiredWarps = 0;

  constructor({ blocks, warpsPerBlock, order }: TogetherRunning = ONE_BLOCK) {
    super(1 << SEGMENT_SHIFT);
    const warps = blocks * warpsPerBlock;
    this.warpsPerBlock = warpsPerBlock;
    this.#together = blocks;
    this.#order = order;
    this.#ordered = new Int32Array(warps);
    this.#fencedUpTo = new Int32Array(warps);
    this.#partialBarriers = Array.from({ length: warps }, () => []);
  }

  /** The warp that runs, counted through the blocks that run together. */
  get warp(): number {
    return this.#warp;
  }

  /** The segment before which the lanes of the warp that runs have met. */
  get met(): number {
    return this.#ordered[this.#warp]!;
  }

  /** Lanes that some lanes have met since the warp last accessed memory. */
  metBy(lanes: number): number {
    const last = this.#partialBarriers[this.#warp]!.at(-1);
    return last?.segment === this.segment && !this.recorded && (last.mask & lanes) !== 0 ? lanes | last.mask : lanes;
  }

  /** The blocks of a cluster start, by their numbers in the grid. */
  startCluster(blocks: readonly number[]): void {
    this.#cluster = blocks;
    this.#rank = 0;
    this.#order?.restart();
    this.startBlock(blocks[0]!);
  }

  /** Another block of the cluster runs on. */
  enterBlock(rank: number): void {
    this.#rank = rank;
    this.#block = this.#cluster[rank]!;
  }

  /** A segment starts: what the warp does from now on, it does after what it has done. */
  nextSegment(): number {
    if (this.recorded) this.#nextSegment();
    return this.segment;
  }

  /** All warps of the cluster have met: what they did comes before what they will do. */
  clusterBarrier(): void {
    super.barrier();
  }

  /** @param block its number in the grid */
  override startBlock(block = this.#block): void {
    if (this.#blockCount * 2 === this.#blocks.length) this.#blocks = grown(this.#blocks, new Int32Array(2 * this.#blocks.length));
    this.#blocks[2 * this.#blockCount] = block;
    this.#blocks[2 * this.#blockCount + 1] = this.segment + 1;
    this.#blockCount++;
    this.#block = block;
    this.#acquired = false;
    this.#acquiredWarps = 0;
    if (this.#together > 1) {
      this.clusterBarrier();
      for (const barriers of this.#partialBarriers) barriers.length = 0;
    }
    super.startBlock();
  }

  startWarp(warp: number): void {
    this.#warp = this.#together === 1 ? warp : this.#rank * this.warpsPerBlock + warp;
    this.#nextSegment();
  }

  override barrier(): void {
    if (this.#together > 1) {
      // The other blocks of the cluster have not met: only the lanes of each warp are in order by this alone.
      const first = this.#rank * this.warpsPerBlock;
      for (let warp = first; warp < first + this.warpsPerBlock; warp++) {
        this.#ordered[warp] = this.segment + 1;
        this.#partialBarriers[warp]!.length = 0;
      }
      return;
    }
    super.barrier();
    this.#acquiredWarps = 0;
    if (!this.#hasPartialBarriers) return;
    for (const barriers of this.#partialBarriers) barriers.length = 0;
    this.#hasPartialBarriers = false;
  }

  /** The lanes of the mask waited for each other. */
  warpBarrier(warpOfBlock: number, mask: number): void {
    const warp = this.#together === 1 ? warpOfBlock : this.#rank * this.warpsPerBlock + warpOfBlock;
    if (this.recorded) this.#nextSegment();
    this.#order?.meet(warp, mask);
    const barriers = this.#partialBarriers[warp]!;
    if ((mask | 0) === -1) {
      this.#ordered[warp] = this.segment;
      barriers.length = 0;
      return;
    }
    const last = barriers.at(-1);
    if (last?.segment === this.segment && last.mask === mask) return;
    if (barriers.length === PARTIAL_BARRIERS) this.#ordered[warp] = barriers.shift()!.segment;
    this.#hasPartialBarriers = true;
    barriers.push({ segment: this.segment, mask });
  }

  /** The warp's earlier accesses are over for every block and warp that sees an atomic of it from now on (`__threadfence`). */
  fence(): void {
    this.#fenced.add(this.#block);
    if (this.recorded) this.#nextSegment();
    this.#fencedUpTo[this.#warp] = this.segment;
  }

  /** The current warp executes an atomic of global memory. */
  acquire(): void {
    this.#acquired = true;
    this.#acquiredWarps |= 1 << this.#warp;
  }

  /** Whether epochs have run out: drop all recorded epochs, and call `restart`. */
  get isUsedUp(): boolean {
    return this.segment >= LAST_SEGMENT - MAX_WARPS_PER_BLOCK;
  }

  override restart(): void {
    super.restart();
    this.#order?.restart();
    this.#ordered.fill(0);
    this.#fencedUpTo.fill(0);
    this.#blockCount = 0;
    this.startBlock();
  }

  /**
   * Whether an access in an epoch of the current phase, by one lane or by several lanes of its segment, is unordered with an access of a
   * lane of the current warp now. Warps that take turns by a lock are ordered as blocks are: see `isPublished`.
   */
  isUnordered(epoch: number, severalLanes: boolean, lane: number): boolean {
    const segment = epoch >>> SEGMENT_SHIFT;
    const warp = this.#warps[segment]!;
    if (warp !== this.#warp && this.#order?.isOver(segment, warp, this.#warp, severalLanes ? "several" : laneOf(epoch), lane)) return false;
    if (warp !== this.#warp) return segment >= this.#fencedUpTo[warp]! || ((this.#acquiredWarps >>> this.#warp) & 1) === 0;
    const otherLane = laneOf(epoch);
    if (otherLane === lane && !severalLanes) return false;
    if (this.#order?.isOverByBarrier(segment, warp, warp, severalLanes ? "several" : otherLane, lane)) return false;
    if (segment < this.#ordered[this.#warp]!) return false;
    let orderedLanes = 1 << otherLane;
    for (const { segment: start, mask } of this.#partialBarriers[this.#warp]!) {
      if (segment < start && (mask & orderedLanes) !== 0) orderedLanes |= mask;
    }
    return ((orderedLanes >>> lane) & 1) === 0 || (otherLane === lane && orderedLanes === 1 << lane);
  }

  segmentOf(epoch: number): number {
    return epoch >>> SEGMENT_SHIFT;
  }

  isOfOtherWarp(epoch: number): boolean {
    return this.#warps[epoch >>> SEGMENT_SHIFT] !== this.#warp;
  }

  /**
   * Whether another block's access is ordered before those of the current block: after a fence, that block's atomics publish it (CUDA C++
   * Programming Guide, memory fence functions). Which atomic the current block has seen is not tracked: any counts.
   */
  isPublished(epoch: number): boolean {
    return this.#acquired && this.#fenced.has(this.blockOf(epoch));
  }

  /** The same for all that a block of an earlier cluster did. */
  isBlockPublished(block: number): boolean {
    return this.#acquired && this.#fenced.has(block);
  }

  /** A proxy fence for global memory. */
  fenceProxy(): void {
    this.#proxyFenced.add(this.#block);
  }

  /** Whether a proxy fence for global memory can stand between an earlier block's access and the current block's copies. */
  isProxyFenced(epoch: number): boolean {
    return this.#proxyFenced.has(this.#block) || this.#proxyFenced.has(this.blockOf(epoch));
  }

  /** The warp of an epoch, counted through the blocks that run together. */
  warpOf(epoch: number): number {
    return this.#warps[epoch >>> SEGMENT_SHIFT]!;
  }

  /** The number of the block of an epoch. */
  blockOf(epoch: number): number {
    const segment = epoch >>> SEGMENT_SHIFT;
    if (this.#together > 1 && epoch >= this.blockStart) return this.#cluster[Math.floor(this.warpOf(epoch) / this.warpsPerBlock)]!;
    let low = 0;
    let high = this.#blockCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[2 * middle + 1]! <= segment) low = middle + 1;
      else high = middle;
    }
    return this.#blocks[2 * (low - 1)]!;
  }

  /** The number of the thread of an epoch, in its block. */
  threadOf(epoch: number): number {
    return (this.warpOf(epoch) % this.warpsPerBlock) * WARP_SIZE + laneOf(epoch);
  }

  #nextSegment(): void {
    this.startSegment();
    const { segment } = this;
    if (segment === this.#warps.length) this.#warps = grown(this.#warps, new Uint16Array(2 * segment));
    this.#warps[segment] = this.#warp;
    this.recorded = false;
  }
}

function laneOf(epoch: number): number {
  return (epoch >>> SPARE_BITS) & (WARP_SIZE - 1);
}

function grown<Numbers extends Int32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
