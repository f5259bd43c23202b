import { CACHE_LINE_BYTES, SECTOR_BYTES, type FetchGranularity } from "#simulator";
import { hash } from "./l1-cache.ts";
import { ALL_BYTES, ALL_SECTORS, SECTORS_IN, SECTORS_PER_LINE } from "./request-footprint.ts";

const WAYS = 16;
/** Of a set's lines, how many may be dirty, and how many may have sectors that are written in part. */
const [MOST_DIRTY, MOST_PARTLY_WRITTEN] = [10, 3];
/** DRAM keeps a row of each bank open, and has thousands of banks: rows of 1 KiB, 8,192 of them open (our choice; not measured). */
const [LINES_PER_ROW, OPEN_ROWS] = [8, 8192];
const NOTHING = -1;

/** Of a place: when it was used last; sectors whose bytes are all there; sectors that DRAM does not have; bytes of the others that were written. */
const [USED, VALID, DIRTY, WRITTEN] = [0, 1, 2, 4];
const FIELDS = 8;

/**
 * L2 and the DRAM behind it, from cold: lines of four sectors, filled in blocks of the fetch granularity, written back when they must
 * go. A sector that was written in part is read from DRAM when it goes, or when it is read, and only then. Of 16 lines that compete for
 * a place, the one that was not used for longest goes.
 *
 * An H200 of 50 MB keeps 27 MB of a stream that is only written, 20 to 22 MB of a matrix that is written while another is read, and
 * about 65,000 lines with sectors that are written in part (hardware/data/memory-system-counters-h200.csv: what `write_…_bytes_apart`,
 * `copy_square` and `transpose_…` leave unwritten or not yet read). So it behaves as if it held 42 MB, of 16 lines at most ten dirty and
 * three written in part.
 */
export class L2Cache {
  dramReadBytes = 0;
  dramWriteBytes = 0;
  /** Times that a read or a write-back met a row of DRAM that was not open. */
  dramReadRows = 0;
  dramWriteRows = 0;
  /** Sectors that loads and atomics asked for. */
  sectors = 0;
  /** Those of them that L2 had. */
  hits = 0;
  readonly #blockBits: number;
  readonly #sets: number;
  readonly #tags: Int32Array;
  /** Of each place: see the fields below. One array, so that what is known of a line is read at once. */
  readonly #states: Int32Array;
  readonly #rows = new Int32Array(OPEN_ROWS).fill(NOTHING);
  #clock = 0;

  /** @param bytes the size that counts, see above */
  constructor(bytes: number, granularity: FetchGranularity) {
    this.#blockBits = granularity === 32 ? 0b1 : granularity === 64 ? 0b11 : 0b1111;
    this.#sets = Math.max(1, Math.floor(bytes / CACHE_LINE_BYTES / WAYS));
    const places = this.#sets * WAYS;
    this.#tags = new Int32Array(places).fill(NOTHING);
    this.#states = new Int32Array(places * FIELDS);
  }

  /** Reads sectors of a line. */
  read(line: number, sectors: number): void {
    const states = this.#states;
    const place = this.#place(line);
    const missing = sectors & ~states[place * FIELDS + VALID]!;
    this.sectors += SECTORS_IN[sectors]!;
    this.hits += SECTORS_IN[sectors & ~missing]!;
    if (missing !== 0) this.#fetch(place, missing);
  }

  /**
   * Writes to sectors of a line. It does not count them.
   *
   * @param bytes that are written: bits of the bytes of each of the line's sectors, from element `from` on
   */
  write(line: number, sectors: number, bytes: Int32Array, from: number): void {
    const states = this.#states;
    const place = this.#place(line);
    const state = place * FIELDS;
    const wasDirty = states[state + DIRTY]!;
    const wasPartly = wasDirty & ~states[state + VALID]!;
    states[state + DIRTY] = wasDirty | sectors;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
    for (let sector = 0; sector < SECTORS_PER_LINE; sector++) {
      if (((sectors >> sector) & 1) === 0) continue;
      const written = (states[state + WRITTEN + sector]! |= bytes[from + sector]!);
      if (written === ALL_BYTES) states[state + VALID]! |= 1 << sector;
    }
    if (wasPartly === 0 && (states[state + DIRTY]! & ~states[state + VALID]!) !== 0) this.#limit(place, MOST_PARTLY_WRITTEN, ALL_SECTORS);
  }

  /** Reads, changes and writes what atomics of one request touch in a line. */
  update(line: number, sectors: number): void {
    const states = this.#states;
    const place = this.#place(line);
    const missing = sectors & ~states[place * FIELDS + VALID]!;
    this.sectors += SECTORS_IN[sectors]!;
    this.hits += SECTORS_IN[sectors & ~missing]!;
    if (missing !== 0) this.#fill(place, missing);
    const wasDirty = states[place * FIELDS + DIRTY]!;
    states[place * FIELDS + DIRTY]! |= sectors;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
  }

  #fetch(place: number, missing: number): void {
    const states = this.#states;
    let block = 0;
    for (let bits = this.#blockBits, at = 0; at < SECTORS_PER_LINE; at += SECTORS_IN[bits]!) {
      const own = (bits << at) & 0b1111;
      if ((missing & own) !== 0) {
        block |= own;
      }
    }
    this.dramReadRows += this.#open(this.#tags[place]!);
    this.dramReadBytes += SECTOR_BYTES * SECTORS_IN[block & ~states[place * FIELDS + VALID]!]!;
    states[place * FIELDS + VALID]! |= block;
  }

  /** Reads single sectors, whatever the fetch granularity. */
  #fill(place: number, sectors: number): void {
    const states = this.#states;
    this.dramReadBytes += SECTOR_BYTES * SECTORS_IN[sectors]!;
    this.dramReadRows += this.#open(this.#tags[place]!);
    states[place * FIELDS + VALID]! |= sectors;
  }

  /** Where a line is, or from now on is. */
  #place(line: number): number {
    const from = (hash(line) % this.#sets) * WAYS;
    const to = from + WAYS;
    const tags = this.#tags;
    const states = this.#states;
    for (let place = from; place < to; place++) {
      if (tags[place] !== line) continue;
      states[place * FIELDS + USED] = ++this.#clock;
      return place;
    }
    let oldest = from;
    for (let place = from + 1; place < to; place++) if (states[place * FIELDS + USED]! < states[oldest * FIELDS + USED]!) oldest = place;
    this.#clean(oldest);
    tags[oldest] = line;
    states[oldest * FIELDS + VALID] = 0;
    states[oldest * FIELDS + USED] = ++this.#clock;
    return oldest;
  }

  /** Writes the set's oldest dirty line back if there are too many. @param validMatters counts only lines with sectors written in part */
  #limit(place: number, most: number, partly: number): void {
    const states = this.#states;
    const from = place - (place % WAYS);
    let [count, oldest] = [0, NOTHING];
    for (let other = from; other < from + WAYS; other++) {
      if ((states[other * FIELDS + DIRTY]! & ~(states[other * FIELDS + VALID]! & partly)) === 0) continue;
      count++;
      if (oldest === NOTHING || states[other * FIELDS + USED]! < states[oldest * FIELDS + USED]!) oldest = other;
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
    const states = this.#states;
    const dirty = states[place * FIELDS + DIRTY]!;
    if (dirty === 0) return;
    const partly = dirty & ~states[place * FIELDS + VALID]!;
    if (partly !== 0) {
      this.#fill(place, partly);
      states.fill(0, place * FIELDS + WRITTEN, place * FIELDS + WRITTEN + SECTORS_PER_LINE);
    }
    this.dramWriteBytes += SECTOR_BYTES * SECTORS_IN[dirty]!;
    this.dramWriteRows += this.#open(this.#tags[place]!);
    states[place * FIELDS + DIRTY] = 0;
  }
}
