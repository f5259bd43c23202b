import { CACHE_LINE_BYTES, SECTOR_BYTES, type FetchGranularity } from "#simulator";
import { hash } from "./l1-cache.ts";
import { SECTORS_PER_LINE } from "./request-footprint.ts";

const WAYS = 16;
/** Of a set's lines, how many may be dirty, and how many may have sectors that are written in part. */
const [MOST_DIRTY, MOST_PARTLY_WRITTEN] = [10, 5];
/** DRAM keeps a row of each bank open, and has thousands of banks: rows of 1 KiB, 8,192 of them open (our choice; not measured). */
const [LINES_PER_ROW, OPEN_ROWS] = [8, 8192];
const NOTHING = -1;
const ALL_BYTES = -1;
const ALL_SECTORS = 0b1111;

/** How many of four sectors. */
const COUNT = Uint8Array.from({ length: 16 }, (_, bits) => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + (bits >> 3));

/**
 * L2 and the DRAM behind it, from cold: lines of four sectors, filled in blocks of the fetch granularity, written back when they must
 * go. A sector that was written in part is read from DRAM when it goes, or when it is read, and only then. Of 16 lines that compete for
 * a place, the one that was not used for longest goes.
 *
 * An H200 of 50 MB keeps 27 MB of a stream that is only written, 12.3 MB of lines with sectors that are written in part, and 20 to 22 MB
 * of a matrix that is written while another is read (hardware/data/memory-system-counters-h200.csv: what `write_…_bytes_apart`,
 * `copy_square` and `transpose_…` leave unwritten). So it behaves as if it held 42 MB, ten sixteenths of them dirty at most.
 */
export class L2Cache {
  dramReadBytes = 0;
  dramWriteBytes = 0;
  /** Times that a read or a write-back met a row of DRAM that was not open. */
  dramReadRows = 0;
  dramWriteRows = 0;
  /** Sectors that L1 asked for, or sent. */
  sectors = 0;
  /** Those of them that L2 had, and all that were stored. */
  hits = 0;
  readonly #blockBits: number;
  readonly #sets: number;
  readonly #tags: Int32Array;
  readonly #used: Float64Array;
  /** Sectors whose bytes are all there. */
  readonly #valid: Uint8Array;
  readonly #dirty: Uint8Array;
  /** Bytes that were written, of sectors that are not valid. */
  readonly #written: Int32Array;
  readonly #rows = new Int32Array(OPEN_ROWS).fill(NOTHING);
  #clock = 0;

  /** @param bytes the size that counts, see above */
  constructor(bytes: number, granularity: FetchGranularity) {
    this.#blockBits = granularity === 32 ? 0b1 : granularity === 64 ? 0b11 : 0b1111;
    this.#sets = Math.max(1, Math.floor(bytes / CACHE_LINE_BYTES / WAYS));
    const places = this.#sets * WAYS;
    this.#tags = new Int32Array(places).fill(NOTHING);
    this.#used = new Float64Array(places);
    this.#valid = new Uint8Array(places);
    this.#dirty = new Uint8Array(places);
    this.#written = new Int32Array(places * SECTORS_PER_LINE);
  }

  /** Reads sectors of a line. */
  read(line: number, sectors: number): void {
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.sectors += COUNT[sectors]!;
    this.hits += COUNT[sectors & ~missing]!;
    if (missing !== 0) this.#fetch(place, missing);
  }

  /**
   * Writes to sectors of a line.
   *
   * @param full sectors of which all bytes are written
   * @param bytes of the other sectors, in their order: bits of the bytes, from element `from` on
   */
  write(line: number, sectors: number, full: number, bytes: Int32Array, from: number): void {
    const place = this.#place(line);
    this.sectors += COUNT[sectors]!;
    this.hits += COUNT[sectors]!;
    const [wasDirty, wasPartly] = [this.#dirty[place]!, this.#dirty[place]! & ~this.#valid[place]!];
    this.#dirty[place]! |= sectors;
    this.#valid[place]! |= full;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
    const partly = sectors & ~full;
    if ((partly & ~this.#valid[place]!) === 0) return;
    for (let sector = 0; sector < SECTORS_PER_LINE; sector++) {
      if (((partly >> sector) & 1) === 0) continue;
      const written = (this.#written[place * SECTORS_PER_LINE + sector]! |= bytes[from++]!);
      if (written === ALL_BYTES) this.#valid[place]! |= 1 << sector;
    }
    if (wasPartly === 0 && (this.#dirty[place]! & ~this.#valid[place]!) !== 0) this.#limit(place, MOST_PARTLY_WRITTEN, ALL_SECTORS);
  }

  /** Reads, changes and writes what atomics of one request touch in a line. */
  update(line: number, sectors: number): void {
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.sectors += COUNT[sectors]!;
    this.hits += COUNT[sectors & ~missing]!;
    if (missing !== 0) this.#fill(place, missing);
    const wasDirty = this.#dirty[place]!;
    this.#dirty[place]! |= sectors;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
  }

  #fetch(place: number, missing: number): void {
    let block = 0;
    for (let bits = this.#blockBits, at = 0; at < SECTORS_PER_LINE; at += COUNT[bits]!) {
      const own = (bits << at) & 0b1111;
      if ((missing & own) !== 0) {
        block |= own;
      }
    }
    this.dramReadRows += this.#open(this.#tags[place]!);
    this.dramReadBytes += SECTOR_BYTES * COUNT[block & ~this.#valid[place]!]!;
    this.#valid[place]! |= block;
  }

  /** Reads single sectors, whatever the fetch granularity. */
  #fill(place: number, sectors: number): void {
    this.dramReadBytes += SECTOR_BYTES * COUNT[sectors]!;
    this.dramReadRows += this.#open(this.#tags[place]!);
    this.#valid[place]! |= sectors;
  }

  /** Where a line is, or from now on is. */
  #place(line: number): number {
    const from = (hash(line) % this.#sets) * WAYS;
    const to = from + WAYS;
    const tags = this.#tags;
    const used = this.#used;
    for (let place = from; place < to; place++) {
      if (tags[place] !== line) continue;
      used[place] = ++this.#clock;
      return place;
    }
    let oldest = from;
    for (let place = from + 1; place < to; place++) if (used[place]! < used[oldest]!) oldest = place;
    this.#clean(oldest);
    tags[oldest] = line;
    this.#valid[oldest] = 0;
    used[oldest] = ++this.#clock;
    return oldest;
  }

  /** Writes the set's oldest dirty line back if there are too many. @param validMatters counts only lines with sectors written in part */
  #limit(place: number, most: number, partly: number): void {
    const from = place - (place % WAYS);
    let [count, oldest] = [0, NOTHING];
    for (let other = from; other < from + WAYS; other++) {
      if ((this.#dirty[other]! & ~(this.#valid[other]! & partly)) === 0) continue;
      count++;
      if (oldest === NOTHING || this.#used[other]! < this.#used[oldest]!) oldest = other;
    }
    if (count > most) this.#clean(oldest);
  }

  /** Opens the row of DRAM that holds a line. Returns 0 if it is open already. */
  #open(line: number): number {
    const row = Math.floor(line / LINES_PER_ROW);
    const bank = hash(row) % OPEN_ROWS;
    if (this.#rows[bank] === row) return 0;
    this.#rows[bank] = row;
    return 1;
  }

  /** Writes what is dirty of a line back to DRAM. */
  #clean(place: number): void {
    const dirty = this.#dirty[place]!;
    if (dirty === 0) return;
    const partly = dirty & ~this.#valid[place]!;
    if (partly !== 0) {
      this.#fill(place, partly);
      this.#written.fill(0, place * SECTORS_PER_LINE, (place + 1) * SECTORS_PER_LINE);
    }
    this.dramWriteBytes += SECTOR_BYTES * COUNT[dirty]!;
    this.dramWriteRows += this.#open(this.#tags[place]!);
    this.#dirty[place] = 0;
  }
}
