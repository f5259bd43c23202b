import { SECTOR_BYTES, WARP_SIZE, type Device } from "#simulator";
import { AtomicTurns } from "./atomic-turns.ts";
import { BlockStores } from "./block-stores.ts";
import { L1Cache } from "./l1-cache.ts";
import { L2Cache } from "./l2-cache.ts";
import { joinedShare } from "./last-store.ts";
import type { Occupancy } from "./occupancy.ts";
import { ALL_SECTORS, RequestFootprint, SECTORS_IN, SECTORS_PER_LINE, type TouchedLines } from "./request-footprint.ts";
import { ATOMIC, LOAD, NEW_ROUND, STORE, WaitingRequests, type LoadOrder } from "./waiting-requests.ts";

/** What an access does to global memory; an atomic's result doesn't matter here. */
export type MemoryAccess = "load" | "store" | "atomic";

/** What a launch moved, from cold caches on. */
export interface MemoryCounts {
  /** Sectors of global loads, and those of them that L1 had. */
  readonly l1LoadSectors: number;
  readonly l1LoadHits: number;
  /** Sectors that went on from L1 to L2, both ways, and those of them that L2 had; stores always count as had. */
  readonly l2Sectors: number;
  readonly l2Hits: number;
  readonly dramReadBytes: number;
  readonly dramWriteBytes: number;
  /** Times that reads and write-backs met a row of DRAM that was not open. */
  readonly dramReadRows: number;
  readonly dramWriteRows: number;
  /** Cache lines that requests asked L2 for, and those that they sent it. */
  readonly l2ReadRequests: number;
  readonly l2WriteRequests: number;
  /** Sectors that stores sent to L2, and those of them that a store wrote in part. */
  readonly l2WriteSectors: number;
  readonly l2PartSectors: number;
  /** Atomics follow each other: turns at the place of L2 that has most. */
  readonly atomicTurns: number;
  /** Passes through the data stage of L1 that global requests need, by the banks of the words that they touch. */
  readonly dataWavefronts: number;
  /** Times that a warp had to wait for global loads, summed over warps: loads that follow each other without need to wait count once. */
  readonly loadRounds: number;
  /** Of the warp that had to wait most often. */
  readonly mostLoadRounds: number;
  /** Those of all in which L1 did not have all that was loaded, or had it on its way only. */
  readonly missingLoadRounds: number;
  /** Times that DRAM had to bring a part of a line of which other warps of the block had just stored to another part: stores wait meanwhile. */
  readonly contestedFills: number;
  /** Bytes that the launch touched, in sectors, of all memory. */
  readonly footprintBytes: number;
}

/** What a kernel's text says of its accesses beside what they touch. */
export interface KernelFacts {
  /** Whether the compiler may take it that what is stored is not loaded afterwards: it then moves loads before stores. */
  readonly isRestrict?: boolean;
  /** In which order loads can be under way; without it, none waits for another. */
  readonly order?: LoadOrder;
  /** By access: whether it is an atomic on floating-point numbers. */
  readonly floating?: readonly boolean[];
}

/** Of the sectors of global loads, the share that L1 had; 0 if there are none. */
export function l1HitRate({ l1LoadSectors, l1LoadHits }: MemoryCounts): number {
  return l1LoadSectors === 0 ? 0 : l1LoadHits / l1LoadSectors;
}

/** Requests that wait for replay, in all; a block that has more is replayed in parts. */
const MOST_KEPT = 250_000;
/** Numbers that the blocks that run side by side leave for L2: if they have more, those that ran so far go first. */
const MOST_KEPT_OF_WAVE = 24_000_000;
/** Where the last of a request's lines is marked, and a line that other warps of the block had just stored to. */
const [LAST, CONTESTED] = [1 << 10, 1 << 11];

/**
 * The caches of a GPU and its DRAM, and what a launch's requests do to them.
 *
 * Blocks are dealt to SMs in turn. In a block, warps take turns request by request, as far as the next barrier. Of the blocks that an SM
 * holds at a time, each has its share of the L1 cache. At L2, the blocks that all SMs hold at a time take turns.
 */
export class MemorySystem {
  readonly #sms: (L1Cache | undefined)[];
  readonly #l1Bytes: number;
  readonly #l2: L2Cache;
  readonly #footprints: (RequestFootprint | undefined)[] = [];
  readonly #warps: WaitingRequests[] = [];
  /** Of each line: the sectors that were touched. */
  #touched = new Uint8Array(1 << 20);
  #kept = 0;
  /** Lines that go on to L2 from the blocks that run side by side, as numbers one after the other, and where each block's begin. */
  #wave = new Int32Array(65_536);
  #waveLength = 0;
  /** Where the header of the line that was put there last is. */
  #lastHeader = 0;
  #waveStarts: number[] = [0];
  readonly #stores = new BlockStores();
  #storedSectors = 0;
  #partSectors = 0;
  readonly #blocksPerWave: number;
  /** By the lines of a store: the share of the sectors that L1 has on their way, and sends again. */
  readonly #goOnAlone: readonly number[];
  readonly #isRestrict: boolean;
  readonly #order: LoadOrder | undefined;
  readonly #floating: readonly boolean[] | undefined;
  #l1: L1Cache;
  #block = 0;
  #l1LoadSectors = 0;
  #l1LoadHits = 0;
  #l2ReadRequests = 0;
  #l2WriteRequests = 0;
  readonly #atomicTurns = new AtomicTurns();
  #dataWavefronts = 0;
  #loadRounds = 0;
  #missingLoadRounds = 0;
  #mostLoadRounds = 0;
  #contestedFills = 0;
  #footprintSectors = 0;

  /**
   * @param blocks of the grid
   */
  constructor(device: Device, occupancy: Occupancy, blocks: number, { isRestrict = false, order, floating }: KernelFacts = {}) {
    this.#isRestrict = isRestrict;
    this.#order = order;
    this.#floating = floating;
    const resident = Math.min(occupancy.blocks, Math.ceil(blocks / device.smCount));
    this.#l1Bytes = occupancy.l1Bytes / resident;
    this.#blocksPerWave = resident * device.smCount;
    this.#goOnAlone = Array.from({ length: WARP_SIZE * 2 + 1 }, (_, lines) => 1 - joinedShare(lines, occupancy.warps));
    this.#sms = Array.from({ length: Math.min(device.smCount, blocks) }, () => undefined);
    this.#l1 = this.#sms[0] = new L1Cache(this.#l1Bytes);
    this.#l2 = new L2Cache(device.l2EffectiveMiB * 2 ** 20, device.fetchGranularityBytes);
  }

  /** All warps of the block have arrived at a barrier. */
  barrier(): void {
    this.#replay();
    this.#stores.barrier();
  }

  /**
   * A request of a warp.
   *
   * @param access number of the access: those with the same number have the same width and do the same
   * @param mask bit i: lane i is active; not 0
   * @param addresses 32 byte addresses
   */
  request(
    block: number,
    warp: number,
    access: number,
    does: MemoryAccess,
    bytesPerLane: number,
    mask: number,
    addresses: ArrayLike<number>,
  ): void {
    if (block !== this.#block) this.#startBlock(block);
    const footprint = (this.#footprints[access] ??= new RequestFootprint(does, bytesPerLane));
    const firstLine = footprint.take(mask, addresses);
    const { touched } = footprint;
    this.#dataWavefronts += touched.dataWavefronts;
    while (this.#warps.length <= warp) this.#warps.push(new WaitingRequests(this.#warps.length, this.#order));
    const waiting = this.#warps[warp]!;
    const waits = does === "load" ? waiting.load(access) : 0;
    this.#loadRounds += waits;
    waiting.rounds += waits;
    if (does === "atomic") this.#atomicTurns.add(mask, addresses, this.#floating?.[access]);
    else if (does === "store" && !this.#isRestrict) waiting.store(access);
    waiting.add(does === "load" ? LOAD : does === "store" ? STORE : ATOMIC, firstLine, touched, waits > 0);
    this.#kept++;
    if (this.#kept > MOST_KEPT) this.#replay();
  }

  /** What all requests did. */
  counts(): MemoryCounts {
    this.#replay();
    this.#replayWave();
    this.#endBlock();
    const l2 = this.#l2;
    const storedSectors = Math.round(this.#storedSectors);
    return {
      l1LoadSectors: this.#l1LoadSectors,
      l1LoadHits: this.#l1LoadHits,
      // What is stored counts as had.
      l2Sectors: l2.sectors + storedSectors,
      l2Hits: l2.hits + storedSectors,
      dramReadBytes: l2.dramReadBytes,
      dramWriteBytes: l2.dramWriteBytes,
      dramReadRows: l2.dramReadRows,
      dramWriteRows: l2.dramWriteRows,
      l2ReadRequests: this.#l2ReadRequests,
      l2WriteRequests: Math.round(this.#l2WriteRequests),
      l2WriteSectors: storedSectors,
      l2PartSectors: Math.round(this.#partSectors),
      atomicTurns: this.#atomicTurns.most,
      dataWavefronts: this.#dataWavefronts,
      loadRounds: this.#loadRounds,
      mostLoadRounds: this.#mostLoadRounds,
      missingLoadRounds: this.#missingLoadRounds,
      contestedFills: this.#contestedFills,
      footprintBytes: this.#footprintSectors * SECTOR_BYTES,
    };
  }

  #startBlock(block: number): void {
    this.#replay();
    this.#endBlock();
    if (this.#waveLength > this.#waveStarts.at(-1)!) this.#waveStarts.push(this.#waveLength);
    const isNextWave = Math.floor(block / this.#blocksPerWave) !== Math.floor(this.#block / this.#blocksPerWave);
    if (isNextWave) this.#replayWave();
    this.#stores.forget();
    for (const warp of this.#warps) warp.round = 0;
    this.#block = block;
    const sm = block % this.#sms.length;
    this.#l1 = this.#sms[sm] ??= new L1Cache(this.#l1Bytes);
  }

  #endBlock(): void {
    for (const warp of this.#warps) {
      warp.forgetLoads();
      this.#mostLoadRounds = Math.max(this.#mostLoadRounds, warp.rounds);
      warp.rounds = 0;
    }
  }

  /** Warps take turns until all their requests are carried out. */
  #replay(): void {
    if (this.#kept === 0) return;
    this.#kept = 0;
    const waiting = this.#warps.filter((warp) => warp.hasMore);
    let [left, at] = [waiting.length, 0];
    this.#l1.turn += 2;
    while (left > 0) {
      if (at >= left) {
        at = 0;
        this.#l1.turn++;
      }
      const warp = waiting[at]!;
      this.#perform(warp);
      if (warp.hasMore) at++;
      else {
        waiting.splice(at, 1);
        left--;
      }
    }
    for (const warp of this.#warps) warp.clear();
  }

  #perform(warp: WaitingRequests): void {
    const request = warp.next++;
    const does = warp.does[request]!;
    const touched = warp.touched[request]!;
    const firstLine = warp.firstLines[request]!;
    if ((does & NEW_ROUND) !== 0) {
      warp.hasMissed = false;
      warp.stored.forget();
      warp.round++;
    }
    if (this.#waveLength > MOST_KEPT_OF_WAVE) {
      this.#replayWave();
      this.#stores.forget();
    }
    if (this.#waveLength + touched.count * (2 + SECTORS_PER_LINE) > this.#wave.length) this.#growWave();
    const from = this.#waveLength;
    const kind = does & ~NEW_ROUND;
    if (kind === LOAD) this.#load(warp, firstLine, touched);
    else if (kind === STORE) this.#store(warp, firstLine, touched);
    else this.#update(firstLine, touched);
    // What stores put with those before them has no turn of its own.
    if (this.#waveLength > from) this.#wave[this.#lastHeader]! |= LAST;
  }

  #load(warp: WaitingRequests, firstLine: number, { count, lines, sectors }: TouchedLines): void {
    const wave = this.#wave;
    const l1 = this.#l1;
    let to = this.#waveLength;
    for (let i = 0; i < count; i++) {
      const line = firstLine + lines[i]!;
      const wanted = sectors[i]!;
      const missing = l1.load(line, wanted);
      this.#l1LoadSectors += SECTORS_IN[wanted]!;
      this.#l1LoadHits += SECTORS_IN[wanted & ~missing]!;
      if ((missing !== 0 || l1.isOnItsWay) && !warp.hasMissed) {
        warp.hasMissed = true;
        this.#missingLoadRounds++;
      }
      if (missing === 0) continue;
      this.#l2ReadRequests++;
      const isContested = this.#stores.load(line, warp);
      wave[to++] = line;
      this.#lastHeader = to;
      wave[to++] = LOAD | (missing << 2) | (isContested ? CONTESTED : 0);
    }
    this.#waveLength = to;
  }

  #store(warp: WaitingRequests, firstLine: number, { count, lines, sectors, full, bytes }: TouchedLines): void {
    const wave = this.#wave;
    let to = this.#waveLength;
    let [requests, stored, partial] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const line = firstLine + lines[i]!;
      const [own, whole] = [sectors[i]!, full[i]!];
      const fresh = warp.stored.add(line, own);
      stored += SECTORS_IN[fresh]!;
      partial += SECTORS_IN[fresh & ~whole]!;
      if (fresh !== 0) requests++;
      if (fresh !== own) {
        const alone = this.#goOnAlone[count]!;
        stored += SECTORS_IN[own & ~fresh]! * alone;
        partial += SECTORS_IN[own & ~fresh & ~whole]! * alone;
        if (fresh === 0) requests += alone;
      }
      const entry = this.#stores.store(line, warp, to);
      if (entry === to) {
        wave[to++] = line;
        this.#lastHeader = to;
        wave[to++] = STORE;
        for (let sector = 0; sector < SECTORS_PER_LINE; sector++) wave[to++] = 0;
      }
      wave[entry + 1]! |= own << 2;
      for (let sector = 0; sector < SECTORS_PER_LINE; sector++) wave[entry + 2 + sector]! |= bytes[i * SECTORS_PER_LINE + sector]!;
    }
    warp.stored.end();
    this.#l2WriteRequests += requests;
    this.#storedSectors += stored;
    this.#partSectors += partial;
    this.#waveLength = to;
  }

  #update(firstLine: number, { count, lines, sectors }: TouchedLines): void {
    const wave = this.#wave;
    let to = this.#waveLength;
    for (let i = 0; i < count; i++) {
      wave[to++] = firstLine + lines[i]!;
      this.#lastHeader = to;
      wave[to++] = ATOMIC | (sectors[i]! << 2);
    }
    this.#l2WriteRequests += count;
    this.#waveLength = to;
  }

  #growWave(): void {
    const grown = new Int32Array(this.#wave.length * 2);
    grown.set(this.#wave);
    this.#wave = grown;
  }

  /** The blocks that ran side by side take turns at L2, request by request. */
  #replayWave(): void {
    const wave = this.#wave;
    const l2 = this.#l2;
    const next = Int32Array.from(this.#waveStarts);
    const ends = Int32Array.from([...this.#waveStarts.slice(1), this.#waveLength]);
    let [left, at] = [next.length, 0];
    while (left > 0) {
      if (at >= left) at = 0;
      let from = next[at]!;
      const end = ends[at]!;
      for (let isLast = from >= end; !isLast;) {
        const line = wave[from]!;
        const packed = wave[from + 1]!;
        from += 2;
        const does = packed & 3;
        const sectors = (packed >> 2) & ALL_SECTORS;
        this.#touch(line, sectors);
        if (does === LOAD) {
          const isFetched = l2.read(line, sectors);
          if (isFetched && (packed & CONTESTED) !== 0) this.#contestedFills++;
        } else if (does === STORE) {
          l2.write(line, sectors, wave, from);
          from += SECTORS_PER_LINE;
        } else l2.update(line, sectors);
        isLast = (packed & LAST) !== 0;
      }
      next[at] = from;
      if (from < end) at++;
      else {
        // The last block takes the free place, and its turn.
        left--;
        next[at] = next[left]!;
        ends[at] = ends[left]!;
      }
    }
    this.#waveLength = 0;
    this.#waveStarts = [0];
  }

  #touch(line: number, sectors: number): void {
    if (line >= this.#touched.length) {
      const grown = new Uint8Array(2 ** Math.ceil(Math.log2(line + 1)));
      grown.set(this.#touched);
      this.#touched = grown;
    }
    const fresh = sectors & ~this.#touched[line]!;
    if (fresh === 0) return;
    this.#touched[line]! |= fresh;
    this.#footprintSectors += SECTORS_IN[fresh]!;
  }
}
