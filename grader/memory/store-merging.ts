import { WARP_SIZE } from "#simulator";
import { hash } from "./l1-cache.ts";
import { SECTORS_IN, type TouchedLines } from "./request-footprint.ts";

/*
 * Three rules say which stores are merged on their way from L1 to L2:
 *
 * 1. A warp's: L1 sends sectors that the warp's last store went to, and that it stores to again, once (`SentStores`, `LastStore`).
 *    Measured by `store_fields_2` and `store_fields_4`: hardware/data/joined-stores-h100.csv, probes/memory-system/joined-stores.cu.
 * 2. A block's: its stores to a line change L2 as one, though they are counted one by one (`BlockStores.store`).
 *    A simplification, which keeps the log short, and no rule of the hardware: the H200's L2 gets them one by one. What it leaves out is
 *    not to be seen: of 67.1 MB that are written in parts of sectors, DRAM reads 1.7 to 1.9 MB back if the parts are of one block, and 1.7
 *    to 2.9 MB if they are of eight (`write_sectors_by_block`, `_by_blocks`: hardware/data/memory-system-counters-h200.csv,
 *    probes/memory-system/sectors-by-warps.cu). That `transpose_strided_write` 4096 has DRAM read 79.5 MB, and 67.1 MB in the model, is
 *    not for this rule, without which the model has 67.2: blocks whose warps write several sectors of a line one after the other have 13
 *    to 15 MB read back (`write_sectors_by_block_again`), however far rows are apart. The model keeps such sectors until they are whole.
 * 3. A load of the line by the block ends that. If DRAM has to bring a part of the line, and other warps have stored to the line since
 *    the last barrier, their stores wait for it (`BlockStores.load`). Measured by `columns_changed_…` and `lines_changed_…`:
 *    hardware/data/memory-system-h100.csv, probes/memory-system/pending-fills.cu.
 */

/** The last store of a warp: its lines, with the sectors of the stores right before it. */
export class LastStore {
  #lines = new Int32Array(WARP_SIZE);
  #sectors = new Uint8Array(WARP_SIZE);
  #nextLines = new Int32Array(WARP_SIZE);
  #nextSectors = new Uint8Array(WARP_SIZE);
  #count = 0;
  #nextCount = 0;

  /** Adds a line of the next store. Returns its sectors that the last store did not write. */
  add(line: number, sectors: number): number {
    const before = this.#count === 0 ? 0 : this.#sectorsOf(line);
    this.#nextLines[this.#nextCount] = line;
    this.#nextSectors[this.#nextCount++] = sectors | before;
    return sectors & ~before;
  }

  /** All lines of the next store are added: it becomes the last one. */
  advance(): void {
    [this.#lines, this.#nextLines] = [this.#nextLines, this.#lines];
    [this.#sectors, this.#nextSectors] = [this.#nextSectors, this.#sectors];
    this.#count = this.#nextCount;
    this.#nextCount = 0;
  }

  /** Forgets the last store: the warp waited for a load, so its stores have left L1. */
  forget(): void {
    this.#count = 0;
  }

  /** The last store's sectors of a line. Stores to the same lines list them in the same order, shifted by one at most. */
  #sectorsOf(line: number): number {
    for (let at = this.#nextCount - 1; at <= this.#nextCount + 1; at++)
      if (at >= 0 && at < this.#count && this.#lines[at] === line) return this.#sectors[at]!;
    return 0;
  }
}

/**
 * The share of rewritten sectors that L1 sends only once. L1 holds few lines for merging, and the stores of other warps evict them: in
 * `store_fields_4`, 64 warps per SM, and one, store to 4 to 32 lines each. Stores to 4 lines are merged; with 64 warps, e times less for
 * every 3 lines more.
 *
 * @param lines of a store
 * @param warps resident on an SM
 */
export function mergedShare(lines: number, warps: number): number {
  return lines > 16 ? 0 : Math.exp((-Math.max(0, lines - 4) / 3) * (warps / 64));
}

/** The stores that L1 sends to L2, after the first rule. Where only a share of them is merged, the counts are fractions. */
export class SentStores {
  /** Requests: cache lines per store. */
  requests = 0;
  sectors = 0;
  /** Sectors that a store wrote partially. */
  partSectors = 0;
  /** The share of rewritten sectors that are not merged, by the lines of a store. */
  readonly #unmergedShares: readonly number[];

  /** @param warps resident on an SM */
  constructor(warps: number) {
    this.#unmergedShares = Array.from({ length: WARP_SIZE * 2 + 1 }, (_, lines) => 1 - mergedShare(lines, warps));
  }

  /** Adds a warp's store, which follows its last store. */
  add(last: LastStore, firstLine: number, { count, lines, sectors, full }: TouchedLines): void {
    const unmerged = this.#unmergedShares[count]!;
    let requests = 0;
    let sent = 0;
    let partial = 0;
    for (let i = 0; i < count; i++) {
      const own = sectors[i]!;
      const whole = full[i]!;
      const fresh = last.add(firstLine + lines[i]!, own);
      sent += SECTORS_IN[fresh]!;
      partial += SECTORS_IN[fresh & ~whole]!;
      if (fresh !== 0) requests++;
      if (fresh !== own) {
        sent += SECTORS_IN[own & ~fresh]! * unmerged;
        partial += SECTORS_IN[own & ~fresh & ~whole]! * unmerged;
        if (fresh === 0) requests += unmerged;
      }
    }
    last.advance();
    this.requests += requests;
    this.sectors += sent;
    this.partSectors += partial;
  }
}

/** How many lines `BlockStores` tracks at a time. */
const LINES = 1024;
const NOTHING = -1;
/** Values of the last storer since the last barrier, besides the number of a warp. */
const NOBODY = -1;
const SEVERAL = -2;

/** A warp that loads or stores: its number in its block, and its round of loads, from 1; 0 before the first. */
interface AccessingWarp {
  readonly number: number;
  readonly round: number;
}

/**
 * The lines that a block stores to, for the second and the third rule. Of several lines with the same hash, only the last one is tracked.
 */
export class BlockStores {
  readonly #lines = new Int32Array(LINES).fill(NOTHING);
  /** Where the entry of the line's stores is in the wave's log; none once the block has loaded from the line. */
  readonly #entries = new Int32Array(LINES);
  readonly #storers = new Int32Array(LINES).fill(NOBODY);
  /** The first storer's round of loads. */
  readonly #rounds = new Int32Array(LINES);

  /** Forgets all lines: a new block starts, or the log with the block's stores has been replayed. */
  forget(): void {
    this.#lines.fill(NOTHING);
  }

  /** All warps of the block have arrived at a barrier: their stores have ended. */
  barrier(): void {
    this.#storers.fill(NOBODY);
  }

  /** A warp's load goes to L2. Returns whether stores of other warps wait for it, if DRAM has to read a part of the line. */
  load(line: number, warp: AccessingWarp): boolean {
    const slot = hash(line) % LINES;
    if (this.#lines[slot] !== line) return false;
    this.#entries[slot] = NOTHING;
    const storer = this.#storers[slot]!;
    // The loads of a round all come before its stores.
    return storer !== NOBODY && storer !== warp.number && this.#rounds[slot]! < warp.round;
  }

  /** A warp stores to a line. Returns the entry of the line's stores: `next` if they have none yet. */
  store(line: number, warp: AccessingWarp, next: number): number {
    const slot = hash(line) % LINES;
    if (this.#lines[slot] !== line) {
      this.#lines[slot] = line;
      this.#storers[slot] = NOBODY;
      this.#entries[slot] = NOTHING;
    }
    const storer = this.#storers[slot]!;
    if (storer === NOBODY) {
      this.#storers[slot] = warp.number;
      this.#rounds[slot] = warp.round;
    } else if (storer !== warp.number) this.#storers[slot] = SEVERAL;
    if (this.#entries[slot] === NOTHING) this.#entries[slot] = next;
    return this.#entries[slot]!;
  }
}
