import { WARP_SIZE } from "#simulator";
import { PIECE_BYTES } from "#simulator/tma-tile.ts";
import type { SiteOp } from "../ir/access-site.ts";
import type { Hazard } from "./findings.ts";
import type { Span } from "../source-error.ts";
import type { Memory } from "./memory.ts";
import type { RaceClock } from "./race-clock.ts";
import { isAtomic } from "./request-costs.ts";
import type { WarpOrder } from "./warp-order.ts";

/** A copy that goes on by itself while the warp that has begun it goes on, too. */
export interface Copy {
  /** Counted from 1 in the launch. */
  readonly id: number;
  /** What completes it, as warps know of it: a barrier object, or the groups of a thread. */
  readonly agent: number;
  /** The number of the phase or group that it belongs to; undefined as long as it has not landed or its group isn't closed. */
  ordinal: number | undefined;
  /** Whether it adds to what is there, as others may at the same time: `red.async`. */
  readonly isReduction?: boolean;
}

/** What is wrong with an access beside a copy. */
export type CopyHazard =
  /** Reads what a copy brings, and nobody has waited for it. */
  | "early-read"
  /** Writes where a copy lands, or reads from, and nobody has waited for it. */
  | "copy-overwritten"
  /** Writes over a barrier object. */
  | "barrier-overwritten";

/** What is wrong with an access to another block's shared memory. */
export type ClusterHazard = "not-started" | "ended";

interface Reports {
  readonly race: (hazard: Hazard, lane: number, otherEpoch: number) => void;
  /** @param copy undefined where a barrier object is written over */
  readonly copy: (hazard: CopyHazard, lane: number, copy: Copy | undefined) => void;
  readonly cluster: (hazard: ClusterHazard, lane: number, rank: number) => void;
}

/** Bytes in shared memory that a copy reads. */
interface ReadRange {
  readonly copy: Copy;
  readonly rank: number;
  readonly from: number;
  readonly to: number;
  /** The pieces of 16 bytes among them, by their numbers, where it doesn't read all. */
  readonly pieces?: ReadonlySet<number>;
}

/** A write that a copy which reads shared memory may not see. */
interface Unseen {
  /** A store that nothing orders before it, or that no proxy fence stands behind. */
  readonly epoch?: number;
  readonly lacksFence?: boolean;
  /** A copy that may not have landed. */
  readonly copy?: Copy;
}

const PIECE_SHIFT = Math.log2(PIECE_BYTES);

/** The last time that a warp used another block's shared memory. */
interface Visit {
  readonly segment: number;
  /** Where in the text. */
  readonly span: Span;
}

/** The last accesses of a block's shared memory, by units. */
interface BlockUnits {
  /** Epochs of the last plain store or atomic. */
  readonly stores: Int32Array;
  /** Epochs of the last load by each warp of the block: those of a unit side by side. */
  readonly loads: Int32Array;
  /** The last copy that lands there, by its number. */
  readonly copies: Int32Array;
  /** Epochs of the last load by warps of other blocks: by unit, then by warp. */
  readonly others: Map<number, Map<number, number>>;
}

const ATOMIC = 1;
const SEVERAL_LANES = 2;
const SPARE = 3;
const SEGMENT_SHIFT = 7;
/** In place of a copy's number: a barrier object lies there. */
const BARRIER = -1;
const BARRIER_BYTES = 8;

/**
 * Finds races in the shared memory of a cluster whose warps meet at barrier objects, and whose copies go on by themselves: each access is held
 * against the last store and the last load of every warp, by what the warps know of each other.
 */
export class ClusterRaces {
  readonly #clock: RaceClock;
  readonly #order: WarpOrder;
  readonly #memory: Memory;
  readonly #reports: Reports;
  readonly #unitShift: number;
  readonly #warpsPerBlock: number;
  readonly #blocks: (BlockUnits | undefined)[];
  readonly #copies = new Map<number, Copy>();
  #reads: ReadRange[] = [];
  /** For each block, the last segment in which each warp of another block accessed its shared memory. */
  readonly #visits: Map<number, Visit>[];
  readonly #ended = new Set<number>();

  constructor(clock: RaceClock, order: WarpOrder, memory: Memory, unitBytes: number, reports: Reports) {
    this.#clock = clock;
    this.#order = order;
    this.#memory = memory;
    this.#reports = reports;
    this.#unitShift = Math.log2(unitBytes);
    this.#warpsPerBlock = clock.warpsPerBlock;
    const blocks = order.warps / this.#warpsPerBlock;
    this.#blocks = new Array<undefined>(blocks).fill(undefined);
    this.#visits = Array.from({ length: blocks }, () => new Map());
  }

  /** A cluster starts, with nothing in its shared memory. */
  startCluster(): void {
    this.forget();
    this.#copies.clear();
    this.#reads = [];
    this.#ended.clear();
    for (const visits of this.#visits) visits.clear();
  }

  forget(): void {
    for (const block of this.#blocks) {
      block?.stores.fill(0);
      block?.loads.fill(0);
      block?.copies.fill(0);
      block?.others.clear();
    }
  }

  access(op: SiteOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>, span: Span): void {
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) !== 0) this.#lane(op, bytesPerLane, addresses[lane]!, lane, span);
    }
  }

  run(op: SiteOp, bytesPerLane: number, activeMask: number, first: number, strideBytes: number, span: Span): void {
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) !== 0) this.#lane(op, bytesPerLane, first + lane * strideBytes, lane, span);
    }
  }

  /** Records stores that no longer race with what was before: copies that have landed. */
  record(bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const { rank } = this.#memory;
    const { stores } = this.#unitsOf(rank);
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const offset = addresses[lane]! - this.#memory.windowsOf(rank).sharedBase;
      const last = (offset + bytesPerLane - 1) >>> this.#unitShift;
      for (let unit = offset >>> this.#unitShift; unit <= last; unit++) stores[unit] = this.#clock.epoch + 4 * lane;
    }
  }

  #lane(op: SiteOp, bytesPerLane: number, address: number, lane: number, span: Span): void {
    const rank = this.#memory.rankOf(address);
    if (rank === undefined) return;
    const own = this.#memory.rank;
    const hazard = rank === own ? undefined : this.visit(rank, span);
    if (hazard !== undefined) this.#reports.cluster(hazard, lane, rank);
    const units = this.#unitsOf(rank);
    const offset = address - this.#memory.windowsOf(rank).sharedBase;
    const first = offset >>> this.#unitShift;
    const last = (offset + bytesPerLane - 1) >>> this.#unitShift;
    for (let unit = first; unit <= last; unit++) {
      if (op === "load") this.#load(units, unit, lane, rank === own);
      else this.#store(units, unit, lane, isAtomic(op));
    }
    if (op !== "load" && this.#reads.length > 0) this.#overwrites(rank, address, bytesPerLane, lane);
  }

  /** The warp that runs uses another block's shared memory. Returns what is wrong with that. */
  visit(rank: number, span: Span): ClusterHazard | undefined {
    const { warp, segment } = this.#clock;
    this.#clock.recorded = true;
    this.#visits[rank]!.set(warp, { segment, span });
    return this.hazardOf(rank);
  }

  /** The hazard of a copy of the warp that runs to another block's shared memory, which may not be there. */
  hazardOf(rank: number): ClusterHazard | undefined {
    if (this.#ended.has(rank)) return "ended";
    return this.#isAnyWarpOf(rank, (other) => this.#order.hasMet(this.#clock.warp, other)) ? undefined : "not-started";
  }

  /** A block has ended. Returns where another block may still be on its way to its shared memory. */
  endBlock(rank: number): (Visit & { readonly warp: number }) | undefined {
    this.#ended.add(rank);
    for (const [warp, visit] of this.#visits[rank]!) {
      if (!this.#isAnyWarpOf(rank, (own) => this.#order.isOver(visit.segment, warp, own))) return { warp, ...visit };
    }
    return undefined;
  }

  /** Whether a warp of a block knows that a copy is complete. */
  isKnownIn(rank: number, { agent, ordinal }: Copy): boolean {
    return ordinal !== undefined && this.#isAnyWarpOf(rank, (warp) => this.#order.completeFor(warp, agent) > ordinal);
  }

  /** Whether something holds for a warp of a block. */
  #isAnyWarpOf(rank: number, holds: (warp: number) => boolean): boolean {
    const first = rank * this.#warpsPerBlock;
    for (let warp = first; warp < first + this.#warpsPerBlock; warp++) if (holds(warp)) return true;
    return false;
  }

  #unitsOf(rank: number): BlockUnits {
    const units = Math.ceil(this.#memory.sharedBytes / 2 ** this.#unitShift) + 1;
    return (this.#blocks[rank] ??= {
      stores: new Int32Array(units),
      loads: new Int32Array(units * this.#warpsPerBlock),
      copies: new Int32Array(units),
      others: new Map(),
    });
  }

  #load({ stores, loads, copies, others }: BlockUnits, unit: number, lane: number, isOwn: boolean): void {
    const { epoch, warp, blockStart } = this.#clock;
    const stored = stores[unit]!;
    if (stored > blockStart && this.isUnordered(stored, lane)) this.#reports.race("RAW", lane, stored & ~SPARE);
    const copy = copies[unit]! === 0 ? undefined : this.#copies.get(copies[unit]!);
    if (copy && !this.isKnown(copy, lane)) this.#reports.copy("early-read", lane, copy);
    const mine = epoch + 4 * lane;
    if (!isOwn) {
      const known = others.get(unit) ?? new Map<number, number>();
      others.set(unit, known.set(warp, mine));
      return;
    }
    const at = unit * this.#warpsPerBlock + (warp % this.#warpsPerBlock);
    const loaded = loads[at]!;
    const isSameSegment = loaded >>> SEGMENT_SHIFT === mine >>> SEGMENT_SHIFT && (loaded & ~SPARE) !== mine;
    loads[at] = isSameSegment ? mine | SEVERAL_LANES : mine;
  }

  #store(block: BlockUnits, unit: number, lane: number, isAtomic: boolean): void {
    const { stores, copies } = block;
    const { epoch, blockStart } = this.#clock;
    const stored = stores[unit]!;
    const races = stored > blockStart && !(isAtomic && (stored & ATOMIC) !== 0) && this.isUnordered(stored, lane);
    if (races) this.#reports.race("WAW", lane, stored & ~SPARE);
    else {
      const loaded = this.#unorderedLoad(block, unit, lane);
      if (loaded !== undefined) this.#reports.race("WAR", lane, loaded & ~SPARE);
    }
    if (copies[unit] === BARRIER) this.#reports.copy("barrier-overwritten", lane, undefined);
    const copy = copies[unit]! === 0 ? undefined : this.#copies.get(copies[unit]!);
    if (copy && !this.isKnown(copy, lane) && !(isAtomic && copy.isReduction)) this.#reports.copy("copy-overwritten", lane, copy);
    else if (copy && this.isKnown(copy, lane)) copies[unit] = 0;
    stores[unit] = (epoch + 4 * lane) | (isAtomic ? ATOMIC : 0);
  }

  /** A load of a unit that may still be under way now. */
  #unorderedLoad({ loads, others }: BlockUnits, unit: number, lane: number): number | undefined {
    const { blockStart } = this.#clock;
    for (let warp = 0; warp < this.#warpsPerBlock; warp++) {
      const loaded = loads[unit * this.#warpsPerBlock + warp]!;
      if (loaded > blockStart && this.isUnordered(loaded, lane)) return loaded;
    }
    for (const loaded of others.get(unit)?.values() ?? []) if (this.isUnordered(loaded, lane)) return loaded;
    return undefined;
  }

  /** A barrier object lies at an address from now on, or no longer: nothing else is to be written there. */
  keepBarrier(address: number, isThere: boolean): void {
    const rank = this.#memory.rankOf(address);
    if (rank === undefined) return;
    const { copies } = this.#unitsOf(rank);
    const first = (address - this.#memory.windowsOf(rank).sharedBase) >>> this.#unitShift;
    copies.fill(isThere ? BARRIER : 0, first, first + (BARRIER_BYTES >>> this.#unitShift));
  }

  /** Whether an access in an epoch of the cluster, and what a lane of the warp that runs does now, are unordered. */
  isUnordered(epoch: number, lane: number): boolean {
    const clock = this.#clock;
    const of = clock.warpOf(epoch);
    const by = (epoch & SEVERAL_LANES) !== 0 ? "several" : (epoch >>> 2) & (WARP_SIZE - 1);
    if (of !== clock.warp) return !this.#order.isOver(epoch >>> SEGMENT_SHIFT, of, clock.warp, by, lane);
    if (epoch < clock.phaseStart) return false;
    return (epoch & ~SPARE) !== clock.epoch + 4 * lane && clock.isUnordered(epoch, (epoch & SEVERAL_LANES) !== 0, lane);
  }

  /** Whether a lane of the warp that runs knows that a copy is complete; without a lane, whether any does. */
  isKnown({ agent, ordinal }: Copy, lane?: number): boolean {
    return ordinal !== undefined && this.#order.completeFor(this.#clock.warp, agent, lane) > ordinal;
  }

  #overwrites(rank: number, address: number, bytes: number, lane: number): void {
    this.#reads = this.#reads.filter(({ copy }) => !this.#isKnownToAll(copy));
    const read = this.#readOf(rank, address, bytes, lane);
    if (read) this.#reports.copy("copy-overwritten", lane, read.copy);
  }

  /** A read of some of these bytes that may still go on. */
  #readOf(rank: number, address: number, bytes: number, lane: number): ReadRange | undefined {
    return this.#reads.find((one) => {
      if (one.rank !== rank || address >= one.to || address + bytes <= one.from || this.isKnown(one.copy, lane)) return false;
      if (!one.pieces) return true;
      for (let piece = address >> PIECE_SHIFT; piece <= (address + bytes - 1) >> PIECE_SHIFT; piece++)
        if (one.pieces.has(piece)) return true;
      return false;
    });
  }

  #isKnownToAll({ agent, ordinal }: Copy): boolean {
    if (ordinal === undefined) return false;
    for (let warp = 0; warp < this.#order.warps; warp++) if (this.#order.completeForAll(warp, agent) <= ordinal) return false;
    return true;
  }

  /**
   * A copy begins that lands in shared memory. Returns what it may overwrite while it is still used: loads or stores of other threads, or
   * another copy.
   */
  beginLanding(
    copy: Copy,
    address: number,
    bytes: number,
    lane: number,
  ): { readonly epoch?: number; readonly copy?: Copy; readonly isOnBarrier?: true } | undefined {
    this.#copies.set(copy.id, copy);
    const rank = this.#memory.rankOf(address);
    if (rank === undefined) return undefined;
    const block = this.#unitsOf(rank);
    const { blockStart } = this.#clock;
    const offset = address - this.#memory.windowsOf(rank).sharedBase;
    let found: { readonly epoch?: number; readonly copy?: Copy; readonly isOnBarrier?: true } | undefined;
    for (let unit = offset >>> this.#unitShift; unit <= (offset + bytes - 1) >>> this.#unitShift; unit++) {
      if (block.copies[unit] === BARRIER) {
        found ??= { isOnBarrier: true };
        continue;
      }
      const before = block.copies[unit]! === 0 ? undefined : this.#copies.get(block.copies[unit]!);
      const areReductions = copy.isReduction && before?.isReduction;
      if (before && before !== copy && !areReductions && !this.isKnown(before, lane)) found ??= { copy: before };
      const stored = block.stores[unit]!;
      const areAtomics = copy.isReduction && (stored & ATOMIC) !== 0;
      if (stored > blockStart && !areAtomics && this.isUnordered(stored, lane)) found ??= { epoch: stored & ~SPARE };
      const loaded = this.#unorderedLoad(block, unit, lane);
      if (loaded !== undefined) found ??= { epoch: loaded & ~SPARE };
      block.copies[unit] = copy.id;
      block.stores[unit] = 0;
    }
    const read = this.#readOf(rank, address, bytes, lane);
    return found ?? (read && { copy: read.copy });
  }

  /** A copy begins that reads shared memory. Returns what it may not see. */
  beginReading(copy: Copy, address: number, bytes: number, lane: number): Unseen | undefined {
    const rank = this.#memory.rankOf(address);
    if (rank === undefined) return undefined;
    this.#reads.push({ copy, rank, from: address, to: address + bytes });
    return this.#unseen(copy, rank, address, bytes, lane);
  }

  /**
   * A copy begins that reads pieces of 16 bytes, by their numbers. Returns the first that it may not see.
   *
   * @param pieces the same set for the same pieces
   */
  beginReadingPieces(copy: Copy, pieces: ReadonlySet<number>, lane: number): (Unseen & { readonly address: number }) | undefined {
    const numbers = [...pieces];
    const [from, to] = [Math.min(...numbers) << PIECE_SHIFT, (Math.max(...numbers) + 1) << PIECE_SHIFT];
    const rank = this.#memory.rankOf(from);
    if (rank === undefined) return undefined;
    // A warp that knows its last read to be done knows those before it to be done.
    this.#reads = this.#reads.filter((one) => one.pieces !== pieces || one.copy.agent !== copy.agent);
    this.#reads.push({ copy, rank, from, to, pieces });
    for (const piece of pieces) {
      const unseen = this.#unseen(copy, rank, piece << PIECE_SHIFT, 1 << PIECE_SHIFT, lane);
      if (unseen) return { ...unseen, address: piece << PIECE_SHIFT };
    }
    return undefined;
  }

  #unseen(copy: Copy, rank: number, address: number, bytes: number, lane: number): Unseen | undefined {
    const { stores, copies } = this.#unitsOf(rank);
    const { blockStart, warp } = this.#clock;
    const offset = address - this.#memory.windowsOf(rank).sharedBase;
    for (let unit = offset >>> this.#unitShift; unit <= (offset + bytes - 1) >>> this.#unitShift; unit++) {
      const stored = stores[unit]!;
      if (stored > blockStart) {
        if (this.isUnordered(stored, lane)) return { epoch: stored & ~SPARE };
        if (!this.#order.isFenced(stored >>> SEGMENT_SHIFT, this.#clock.warpOf(stored), warp, "shared"))
          return { epoch: stored & ~SPARE, lacksFence: true };
      }
      const before = copies[unit]! === 0 ? undefined : this.#copies.get(copies[unit]!);
      if (before && before !== copy && !this.isKnown(before, lane)) return { copy: before };
    }
    return undefined;
  }
}
