import { CACHE_LINE_BYTES, SECTOR_BYTES, type Device } from "#simulator";
import { AtomicTurns } from "./atomic-turns.ts";
import { L1Cache } from "./l1-cache.ts";
import { L2Cache } from "./l2-cache.ts";
import type { LoadOrder } from "./load-rounds.ts";
import type { Occupancy } from "./occupancy.ts";
import { RequestFootprint, SECTORS_PER_LINE, type MemoryOperation, type TouchedLines } from "./request-footprint.ts";
import { BlockSchedule, Warp, takeWarpTurns, type WaitingRequest } from "./schedule.ts";
import { BlockStores, SentStores } from "./store-merging.ts";
import { WaveLog } from "./wave-log.ts";

/** An access of a kernel to global memory. */
export interface MemoryAccess {
  /** Its number among the kernel's accesses. */
  readonly number: number;
  readonly operation: MemoryOperation;
  readonly bytesPerLane: number;
  /** Whether it is an atomic on floating-point numbers. */
  readonly isFloating?: boolean;
  /** Whether its loads bypass L1: `cp.async.cg`. */
  readonly bypassesL1?: boolean;
  /** Whether they are copies to shared memory, for which nothing waits but the text: `cp.async`. */
  readonly isCopy?: boolean;
}

/** The warp of a request: numbers of a block in its grid, and of a warp in its block. */
export interface WarpPlace {
  readonly block: number;
  readonly warp: number;
  /** How often it has waited for copies, and how many groups of them are under way between two waits. */
  readonly copyWaits?: number;
  readonly copyStages?: number;
}

/** Counts of a launch's traffic, with caches that start cold. */
export interface MemoryCounts {
  /** Sectors of global loads, and their hits in L1. */
  readonly l1LoadSectors: number;
  readonly l1LoadHits: number;
  /** Sectors between L1 and L2, both ways, and their hits in L2; stores always count as hits. */
  readonly l2Sectors: number;
  readonly l2Hits: number;
  readonly dramReadBytes: number;
  readonly dramWriteBytes: number;
  /** Rows of DRAM that reads and write-backs had to open. */
  readonly dramReadRows: number;
  readonly dramWriteRows: number;
  /** Cache lines that requests read from L2, and those that they wrote to it. */
  readonly l2ReadRequests: number;
  readonly l2WriteRequests: number;
  /** Sectors that stores sent to L2, and how many of them a store wrote partially. */
  readonly l2WriteSectors: number;
  readonly l2PartSectors: number;
  /** Atomic turns at the busiest L2 slice. */
  readonly atomicTurns: number;
  /** Passes through the data stage of L1 that global requests need, by the banks of the words that they touch. */
  readonly dataWavefronts: number;
  /** Times that a warp had to wait for global loads, summed over warps: loads in flight together count once. */
  readonly loadRounds: number;
  /** The waits of the warp that waited most often. */
  readonly mostLoadRounds: number;
  /** The rounds of all warps in which L1 missed a sector, or had one still on its way. */
  readonly missingLoadRounds: number;
  /** Times that DRAM had to read a part of a line to which other warps of the block had just stored: their stores wait for it. */
  readonly contestedFills: number;
  /** Bytes of the distinct sectors that the launch touched. */
  readonly footprintBytes: number;
}

/** Facts of a kernel's text that the order of its loads depends on. */
export interface KernelFacts {
  /** Whether the compiler may assume that stored bytes are not loaded afterwards: it then moves loads before stores. */
  readonly isRestrict?: boolean;
  /** The order in which loads can be in flight; without it, none waits for another. */
  readonly order?: LoadOrder;
}

/** The share of the sectors of global loads that hit L1; 0 if there are none. */
export function l1HitRate({ l1LoadSectors, l1LoadHits }: MemoryCounts): number {
  return l1LoadSectors === 0 ? 0 : l1LoadHits / l1LoadSectors;
}

/** The most requests of a block that wait for their turns; if there are more, the waiting ones take their turns first. */
const MOST_WAITING = 250_000;

/**
 * A GPU's caches and DRAM, and their state as a launch's requests come in.
 *
 * The warps of a block take turns request by request, as far as the next barrier, at the L1 of the block's SM; the blocks that an SM holds
 * at a time share it equally. Requests that go on to L2 are logged, and the blocks of a wave take turns there.
 */
export class MemorySystem {
  readonly #schedule: BlockSchedule;
  readonly #facts: KernelFacts;
  readonly #footprints: (RequestFootprint | undefined)[] = [];
  readonly #warps: Warp[] = [];
  /** The L1 of each SM that has blocks, by the SM's number. */
  readonly #l1s = new Map<number, L1Cache>();
  readonly #l1Bytes: number;
  readonly #l2: L2Cache;
  readonly #log = new WaveLog();
  readonly #blockStores = new BlockStores();
  readonly #sentStores: SentStores;
  readonly #atomicTurns = new AtomicTurns();
  #block = 0;
  #l1: L1Cache;
  /** Requests of the block that wait for their turns. */
  #waiting = 0;
  #atomicRequests = 0;
  #l2ReadRequests = 0;
  #dataWavefronts = 0;
  #loadRounds = 0;
  #mostLoadRounds = 0;
  #missingLoadRounds = 0;
  #contestedFills = 0;
  /** Sectors and lines that the copy engine has written. */
  #copiedSectors = 0;
  #copiedLines = 0;

  /** @param blocks of the grid */
  constructor(device: Device, occupancy: Occupancy, blocks: number, facts: KernelFacts = {}) {
    this.#schedule = new BlockSchedule(device, occupancy, blocks);
    this.#facts = facts;
    this.#l1Bytes = occupancy.l1Bytes / this.#schedule.blocksPerSm;
    this.#l1 = this.#l1Of(0);
    this.#l2 = new L2Cache(device.l2EffectiveMiB * 2 ** 20, device.fetchGranularityBytes);
    this.#sentStores = new SentStores(occupancy.warps);
  }

  /**
   * A request of a warp to global memory. The requests of a block come one after the other, and blocks in the order of their numbers.
   *
   * @param mask bit i: lane i is active; not 0
   * @param addresses 32 byte addresses
   */
  request(place: WarpPlace, access: MemoryAccess, mask: number, addresses: ArrayLike<number>): void {
    if (place.block !== this.#block) this.#startBlock(place.block);
    const { number, operation, isCopy = false, bypassesL1 = false } = access;
    const { copyWaits = 0, copyStages = 1 } = place;
    const footprint = (this.#footprints[number] ??= new RequestFootprint(operation, access.bytesPerLane));
    const firstLine = footprint.take(mask, addresses);
    const { touched } = footprint;
    this.#dataWavefronts += touched.dataWavefronts;
    const warp = this.#warp(place.warp);
    const startsRound = operation === "load" && (isCopy ? warp.loads.copy(copyWaits, copyStages) : warp.loads.load(number) > 0);
    if (operation === "atomic") this.#atomicTurns.add(mask, addresses, access.isFloating);
    else if (operation === "store" && !this.#facts.isRestrict) warp.loads.store(number);
    warp.add({ operation, startsRound, firstLine, touched, bypassesL1, ...(isCopy && { roundShare: 1 / copyStages }) });
    if (++this.#waiting > MOST_WAITING) this.#takeTurns();
  }

  /**
   * A copy between global memory and the block's shared memory by the copy engine: past L1, and whole lines at a time where it has them.
   *
   * @param address of its first byte in global memory
   */
  copy(place: WarpPlace, operation: MemoryOperation, address: number, bytes: number): void {
    if (place.block !== this.#block) this.#startBlock(place.block);
    this.#takeTurns();
    const end = address + bytes;
    for (let from = address; from < end;) {
      const line = Math.floor(from / CACHE_LINE_BYTES);
      const to = Math.min(end, (line + 1) * CACHE_LINE_BYTES);
      const first = Math.floor((from % CACHE_LINE_BYTES) / SECTOR_BYTES);
      const count = Math.ceil((to - line * CACHE_LINE_BYTES) / SECTOR_BYTES) - first;
      this.#copyLine(operation, line, ((1 << count) - 1) << first, from - line * CACHE_LINE_BYTES, to - line * CACHE_LINE_BYTES);
      from = to;
    }
  }

  /** All warps of the block have arrived at a barrier. */
  barrier(): void {
    this.#takeTurns();
    this.#blockStores.barrier();
  }

  /** The counts of all requests. */
  counts(): MemoryCounts {
    this.#endBlock();
    this.#endWave();
    const l1s = [...this.#l1s.values()];
    const l2 = this.#l2;
    const stores = this.#sentStores;
    const storedSectors = Math.round(stores.sectors) + this.#copiedSectors;
    return {
      l1LoadSectors: l1s.reduce((sum, { sectors }) => sum + sectors, 0),
      l1LoadHits: l1s.reduce((sum, { hits }) => sum + hits, 0),
      l2Sectors: l2.sectors + storedSectors,
      l2Hits: l2.hits + storedSectors,
      dramReadBytes: l2.dramReadBytes,
      dramWriteBytes: l2.dramWriteBytes,
      dramReadRows: l2.dramReadRows,
      dramWriteRows: l2.dramWriteRows,
      l2ReadRequests: this.#l2ReadRequests,
      l2WriteRequests: Math.round(stores.requests + this.#atomicRequests) + this.#copiedLines,
      l2WriteSectors: storedSectors,
      l2PartSectors: Math.round(stores.partSectors),
      atomicTurns: this.#atomicTurns.most,
      dataWavefronts: this.#dataWavefronts,
      loadRounds: this.#loadRounds,
      mostLoadRounds: this.#mostLoadRounds,
      missingLoadRounds: this.#missingLoadRounds,
      contestedFills: this.#contestedFills,
      footprintBytes: l2.touchedSectors * SECTOR_BYTES,
    };
  }

  #startBlock(block: number): void {
    this.#endBlock();
    if (this.#schedule.waveOf(block) !== this.#schedule.waveOf(this.#block)) this.#endWave();
    this.#log.startBlock();
    this.#blockStores.forget();
    this.#block = block;
    this.#l1 = this.#l1Of(this.#schedule.smOf(block));
  }

  #l1Of(sm: number): L1Cache {
    let l1 = this.#l1s.get(sm);
    if (l1 === undefined) this.#l1s.set(sm, (l1 = new L1Cache(this.#l1Bytes)));
    return l1;
  }

  #endBlock(): void {
    this.#takeTurns();
    for (const warp of this.#warps) {
      this.#loadRounds += warp.loads.count;
      this.#mostLoadRounds = Math.max(this.#mostLoadRounds, warp.loads.count);
      warp.endBlock();
    }
  }

  #endWave(): void {
    this.#contestedFills += this.#log.replay(this.#l2);
  }

  #warp(number: number): Warp {
    while (this.#warps.length <= number) this.#warps.push(new Warp(this.#warps.length, this.#facts.order));
    return this.#warps[number]!;
  }

  /** The warps of the block take turns until none of their requests waits. */
  #takeTurns(): void {
    if (this.#waiting === 0) return;
    this.#waiting = 0;
    // Earlier loads have arrived by now.
    this.#l1.turn++;
    takeWarpTurns(
      this.#warps,
      () => this.#l1.turn++,
      (warp, request) => this.#perform(warp, request),
    );
    for (const warp of this.#warps) warp.clear();
  }

  #perform(warp: Warp, { operation, firstLine, touched, bypassesL1 = false }: WaitingRequest): void {
    if (this.#log.isFull) {
      this.#endWave();
      this.#blockStores.forget();
    }
    this.#log.startRequest(touched.count);
    if (operation === "load") this.#load(warp, firstLine, touched, bypassesL1);
    else if (operation === "store") this.#store(warp, firstLine, touched);
    else this.#update(firstLine, touched);
    this.#log.endRequest();
  }

  #load(warp: Warp, firstLine: number, { count, lines, sectors }: TouchedLines, bypassesL1: boolean): void {
    const l1 = this.#l1;
    for (let i = 0; i < count; i++) {
      const line = firstLine + lines[i]!;
      const missing = bypassesL1 ? l1.bypass(sectors[i]!) : l1.load(line, sectors[i]!);
      if ((missing !== 0 || l1.isInFlight) && !warp.hasMissed) {
        warp.hasMissed = true;
        this.#missingLoadRounds += warp.roundShare;
      }
      if (missing === 0) continue;
      this.#l2ReadRequests++;
      this.#log.addLoad(line, missing, this.#blockStores.load(line, warp));
    }
  }

  #store(warp: Warp, firstLine: number, touched: TouchedLines): void {
    this.#sentStores.add(warp.lastStore, firstLine, touched);
    const { count, lines, sectors, bytes } = touched;
    const log = this.#log;
    for (let i = 0; i < count; i++) {
      const line = firstLine + lines[i]!;
      const entry = this.#blockStores.store(line, warp, log.nextEntry);
      if (entry === log.nextEntry) log.addStore(line);
      log.mergeStore(entry, sectors[i]!, bytes, i * SECTORS_PER_LINE);
    }
  }

  /** @param from first of the bytes of the line that are copied. @param to one past the last */
  #copyLine(operation: MemoryOperation, line: number, sectors: number, from: number, to: number): void {
    if (this.#log.isFull) this.#endWave();
    const log = this.#log;
    log.startRequest(1);
    if (operation === "load") {
      this.#l2ReadRequests++;
      log.addLoad(line, sectors, false);
    } else if (operation === "store") {
      const entry = log.nextEntry;
      log.addStore(line);
      log.mergeStore(entry, sectors, bytesOfSectors(from, to), 0);
      this.#copiedSectors += bitsIn(sectors);
      this.#copiedLines++;
    } else {
      log.addAtomic(line, sectors);
      this.#atomicRequests++;
    }
    log.endRequest();
  }

  #update(firstLine: number, { count, lines, sectors }: TouchedLines): void {
    for (let i = 0; i < count; i++) this.#log.addAtomic(firstLine + lines[i]!, sectors[i]!);
    this.#atomicRequests += count;
  }
}

/** Which bytes of each sector of a line are written: one bit for each. @param from first byte in the line. @param to one past the last */
function bytesOfSectors(from: number, to: number): Int32Array {
  return Int32Array.from({ length: SECTORS_PER_LINE }, (_, sector) => {
    const start = Math.max(0, from - sector * SECTOR_BYTES);
    const end = Math.min(SECTOR_BYTES, to - sector * SECTOR_BYTES);
    return end <= start ? 0 : Number(((1n << BigInt(end - start)) - 1n) << BigInt(start));
  });
}

function bitsIn(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}
