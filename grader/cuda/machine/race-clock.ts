import { WARP_SIZE } from "#simulator";

/*
 * Time as races see it. A warp's run between two barriers is a *segment*; segments are numbered through the launch. An *epoch* names
 * a segment and a lane in one number (as in FastTrack, Flanagan and Freund, PLDI 2009), with two bits to spare:
 * segment × 128 + lane × 4. 0 is none.
 */

const LANE_BITS = 5;
const SPARE_BITS = 2;
const SEGMENT_SHIFT = LANE_BITS + SPARE_BITS;
/** The last segment whose epochs are positive 32-bit integers. */
const LAST_SEGMENT = 2 ** (31 - SEGMENT_SHIFT) - 1;
/** Barriers of a part of a warp that are remembered; what is older counts as ordered. */
const PARTIAL_BARRIERS = 64;
const MAX_WARPS_PER_BLOCK = 32;

/** A barrier of some lanes of a warp: it orders what they did in earlier segments before what they do from this segment on. */
interface PartialBarrier {
  readonly segment: number;
  readonly mask: number;
}

/** Says which thread did what in which order, as far as barriers order it. */
export class RaceClock {
  /** Epoch of lane 0 in the current segment; lane l's is 4 × l more. */
  epoch = 0;
  /** Epochs below this belong to earlier blocks. */
  blockStart = 0;
  /** Epochs below this come before the last barrier of the block. */
  phaseStart = 0;
  /** Set by whoever records an epoch of the current segment. */
  recorded = false;
  #segment = 0;
  #block = 0;
  #warp = 0;
  /** Warp of each segment. */
  #warps = new Uint8Array(1024);
  /** Numbers and first segments of the blocks so far, in pairs. */
  #blocks = new Int32Array(256);
  #blockCount = 0;
  /** For each warp, the first segment after its last barrier of all lanes. */
  readonly #ordered = new Int32Array(MAX_WARPS_PER_BLOCK);
  readonly #partialBarriers: PartialBarrier[][] = Array.from({ length: MAX_WARPS_PER_BLOCK }, () => []);
  #hasPartialBarriers = false;
  /** Blocks that executed a fence of the device, and whether the current block executed an atomic since it started. */
  readonly #fenced = new Set<number>();
  #acquired = false;

  startBlock(block: number): void {
    if (this.#blockCount * 2 === this.#blocks.length) this.#blocks = grown(this.#blocks, new Int32Array(2 * this.#blocks.length));
    this.#blocks[2 * this.#blockCount] = block;
    this.#blocks[2 * this.#blockCount + 1] = this.#segment + 1;
    this.#blockCount++;
    this.#block = block;
    this.#acquired = false;
    this.blockBarrier();
    this.blockStart = this.phaseStart;
  }

  startWarp(warp: number): void {
    this.#warp = warp;
    this.#nextSegment();
  }

  /** All that was done in the block before comes before all that will be done. A warp starts next. */
  blockBarrier(): void {
    this.phaseStart = (this.#segment + 1) << SEGMENT_SHIFT;
    if (!this.#hasPartialBarriers) return;
    for (const barriers of this.#partialBarriers) barriers.length = 0;
    this.#hasPartialBarriers = false;
  }

  /** The lanes of the mask waited for each other. */
  warpBarrier(warp: number, mask: number): void {
    if (this.recorded) this.#nextSegment();
    const barriers = this.#partialBarriers[warp]!;
    if ((mask | 0) === -1) {
      this.#ordered[warp] = this.#segment;
      barriers.length = 0;
      return;
    }
    const last = barriers.at(-1);
    if (last?.segment === this.#segment && last.mask === mask) return;
    if (barriers.length === PARTIAL_BARRIERS) this.#ordered[warp] = barriers.shift()!.segment;
    this.#hasPartialBarriers = true;
    barriers.push({ segment: this.#segment, mask });
  }

  /** The block's earlier stores are visible to every block that sees an atomic of it from now on (`__threadfence`). */
  fence(): void {
    this.#fenced.add(this.#block);
  }

  /** The current block executes an atomic of global memory. */
  acquire(): void {
    this.#acquired = true;
  }

  /** Whether epochs are used up: forget all that is recorded, and `restart`. */
  get isUsedUp(): boolean {
    return this.#segment >= LAST_SEGMENT - MAX_WARPS_PER_BLOCK;
  }

  restart(): void {
    this.#segment = 0;
    this.#ordered.fill(0);
    this.#blockCount = 0;
    this.startBlock(this.#block);
  }

  /**
   * Whether what was done in an epoch of the current phase, by one lane or by several lanes of its segment, is unordered with what a
   * lane of the current warp does now.
   */
  isUnordered(epoch: number, severalLanes: boolean, lane: number): boolean {
    const segment = epoch >>> SEGMENT_SHIFT;
    if (this.#warps[segment] !== this.#warp) return true;
    const otherLane = laneOf(epoch);
    if (otherLane === lane && !severalLanes) return false;
    if (segment < this.#ordered[this.#warp]!) return false;
    let orderedLanes = 1 << otherLane;
    for (const { segment: start, mask } of this.#partialBarriers[this.#warp]!) {
      if (segment < start && (mask & orderedLanes) !== 0) orderedLanes |= mask;
    }
    return ((orderedLanes >>> lane) & 1) === 0 || (otherLane === lane && orderedLanes === 1 << lane);
  }

  isOfOtherWarp(epoch: number): boolean {
    return this.#warps[epoch >>> SEGMENT_SHIFT] !== this.#warp;
  }

  /**
   * Whether what another block did is ordered before what the current block does: after a fence, that block's atomics tell others so
   * (CUDA C++ Programming Guide, memory fence functions). Which atomic tells whom is not followed up: any does.
   */
  isPublished(epoch: number): boolean {
    return this.#acquired && this.#fenced.has(this.blockOf(epoch));
  }

  /** The number of the block of an epoch. */
  blockOf(epoch: number): number {
    const segment = epoch >>> SEGMENT_SHIFT;
    let [low, high] = [0, this.#blockCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[2 * middle + 1]! <= segment) low = middle + 1;
      else high = middle;
    }
    return this.#blocks[2 * (low - 1)]!;
  }

  /** The number of the thread of an epoch, in its block. */
  threadOf(epoch: number): number {
    return this.#warps[epoch >>> SEGMENT_SHIFT]! * WARP_SIZE + laneOf(epoch);
  }

  #nextSegment(): void {
    const segment = ++this.#segment;
    if (segment === this.#warps.length) this.#warps = grown(this.#warps, new Uint8Array(2 * segment));
    this.#warps[segment] = this.#warp;
    this.epoch = segment << SEGMENT_SHIFT;
    this.recorded = false;
  }
}

function laneOf(epoch: number): number {
  return (epoch >>> SPARE_BITS) & (WARP_SIZE - 1);
}

function grown<Numbers extends Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
