import { CACHE_LINE_BYTES, SECTOR_BYTES, type FetchGranularity } from "#simulator";
import { hash } from "./l1-cache.ts";
import { ALL_BYTES, ALL_SECTORS, SECTORS_IN, SECTORS_PER_LINE } from "./request-footprint.ts";

const WAYS = 16;
/** The most lines of a set that may be dirty, and the most that may have partially written sectors. */
const MOST_DIRTY = 10;
const MOST_PARTLY_WRITTEN = 3;
/** DRAM keeps a row of each bank open, and has thousands of banks: rows of 1 KiB, 8,192 of them open (our choice; not measured). */
export const LINES_PER_ROW = 8;
const OPEN_ROWS = 8192;
const NOTHING = -1;

/**
 * L2 and the DRAM behind it, starting cold: lines of four sectors, filled in blocks of the fetch granularity, written back on eviction;
 * sets of 16 lines with LRU eviction. A partially written sector is read from DRAM when it is evicted or read, and only then.
 *
 * An H200 of 50 MB keeps 27 MB of a stream that is only written, 20 to 22 MB of a matrix that is written while another is read, and about
 * 65,000 lines with partially written sectors (hardware/data/memory-system-counters-h200.csv: the bytes that `write_…_bytes_apart`,
 * `copy_square` and `transpose_…` have not written or read by the end). So it behaves like a cache of 42 MB in which, of 16 lines, at most
 * ten are dirty and three partially written.
 */
export class L2Cache {
  dramReadBytes = 0;
  dramWriteBytes = 0;
  /** Rows of DRAM that reads and write-backs had to open. */
  dramReadRows = 0;
  dramWriteRows = 0;
  /** Sectors that loads and atomics requested, and how many of them were present. */
  sectors = 0;
  hits = 0;
  /** Distinct sectors that were ever read, written or updated. */
  touchedSectors = 0;
  readonly #blockBits: number;
  readonly #sets: number;
  /**
   * For each set side by side, since memory accesses dominate here: the lines in its ways, and when each was last used. A line's number is
   * kept plus 1, so that 0 is none.
   */
  readonly #lines: Int32Array;
  /** Sectors of each way whose bytes are all present. */
  readonly #valid: Uint8Array;
  /** Sectors of each way that DRAM does not have yet. */
  readonly #dirty: Uint8Array;
  /** The written bytes of each partially written sector, while it is not valid; otherwise 0. Empty until there is one: few launches have any. */
  #written = new Int32Array(0);
  readonly #rows = new Int32Array(OPEN_ROWS).fill(NOTHING);
  /** The touched sectors of each line of memory. */
  #touched = new Uint8Array(1 << 16);
  #clock = 0;

  /** @param bytes the effective size: see above */
  constructor(bytes: number, granularity: FetchGranularity) {
    this.#blockBits = granularity === 32 ? 0b1 : granularity === 64 ? 0b11 : 0b1111;
    this.#sets = Math.max(1, Math.floor(bytes / CACHE_LINE_BYTES / WAYS));
    const places = this.#sets * WAYS;
    this.#lines = new Int32Array(2 * places);
    this.#valid = new Uint8Array(places);
    this.#dirty = new Uint8Array(places);
  }

  /** Reads sectors of a line. Returns whether DRAM has to fill any. */
  read(line: number, sectors: number): boolean {
    this.#touch(line, sectors);
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.sectors += SECTORS_IN[sectors]!;
    this.hits += SECTORS_IN[sectors & ~missing]!;
    if (missing !== 0) this.#fetch(place, missing);
    return missing !== 0;
  }

  /**
   * Writes to sectors of a line. They do not count in `sectors`.
   *
   * @param bytes bits of the bytes written in each of the line's sectors, from element `from` on
   */
  write(line: number, sectors: number, bytes: Int32Array, from: number): void {
    this.#touch(line, sectors);
    const valid = this.#valid;
    const dirty = this.#dirty;
    const place = this.#place(line);
    const wasDirty = dirty[place]!;
    const wasPartly = wasDirty & ~valid[place]!;
    dirty[place] = wasDirty | sectors;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
    for (let left = sectors & ~valid[place]!, sector = 0; left !== 0; left >>= 1, sector++) {
      if ((left & 1) === 0) continue;
      let written = bytes[from + sector]!;
      // A sector that is written whole at once needs no record.
      if (((wasPartly >> sector) & 1) !== 0 || written !== ALL_BYTES) {
        if (this.#written.length === 0) this.#written = new Int32Array(this.#valid.length * SECTORS_PER_LINE);
        written = this.#written[place * SECTORS_PER_LINE + sector]! |= written;
      }
      if (written === ALL_BYTES) this.#complete(place, 1 << sector, wasPartly);
    }
    if (wasPartly === 0 && (dirty[place]! & ~valid[place]!) !== 0) this.#limit(place, MOST_PARTLY_WRITTEN, ALL_SECTORS);
  }

  /** Reads, modifies and writes the sectors of a line that the atomics of one request touch. */
  update(line: number, sectors: number): void {
    this.#touch(line, sectors);
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.sectors += SECTORS_IN[sectors]!;
    this.hits += SECTORS_IN[sectors & ~missing]!;
    if (missing !== 0) this.#fill(place, missing);
    const wasDirty = this.#dirty[place]!;
    this.#dirty[place] = wasDirty | sectors;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
  }

  /** The bits of a line's sectors whose bytes are all present, and of those that DRAM doesn't have yet. To look at them is no use of the line. */
  contents(line: number): { readonly valid: number; readonly dirty: number } {
    const first = (hash(line) % this.#sets) * WAYS;
    const way = this.#lines.subarray(lineAt(first), lineAt(first) + WAYS).indexOf(line + 1);
    return way < 0 ? { valid: 0, dirty: 0 } : { valid: this.#valid[first + way]!, dirty: this.#dirty[first + way]! };
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
    this.touchedSectors += SECTORS_IN[fresh]!;
  }

  /** Marks sectors as complete. @param partly those that were partially written */
  #complete(place: number, sectors: number, partly: number): void {
    this.#valid[place]! |= sectors;
    for (let left = sectors & partly, sector = 0; left !== 0; left >>= 1, sector++)
      if ((left & 1) !== 0) this.#written[place * SECTORS_PER_LINE + sector] = 0;
  }

  #fetch(place: number, missing: number): void {
    let block = 0;
    for (let bits = this.#blockBits, at = 0; at < SECTORS_PER_LINE; at += SECTORS_IN[bits]!) {
      const own = (bits << at) & 0b1111;
      if ((missing & own) !== 0) block |= own;
    }
    this.dramReadRows += this.#open(this.#lines[lineAt(place)]! - 1);
    this.dramReadBytes += SECTOR_BYTES * SECTORS_IN[block & ~this.#valid[place]!]!;
    this.#complete(place, block, this.#dirty[place]! & ~this.#valid[place]!);
  }

  /** Reads single sectors, whatever the fetch granularity. */
  #fill(place: number, sectors: number): void {
    this.dramReadBytes += SECTOR_BYTES * SECTORS_IN[sectors]!;
    this.dramReadRows += this.#open(this.#lines[lineAt(place)]! - 1);
    this.#complete(place, sectors, this.#dirty[place]! & ~this.#valid[place]!);
  }

  /** The way of a line, which is allocated if it is absent. */
  #place(line: number): number {
    const first = (hash(line) % this.#sets) * WAYS;
    const lines = this.#lines;
    const at = lineAt(first);
    for (let way = 0; way < WAYS; way++) {
      if (lines[at + way] !== line + 1) continue;
      lines[at + WAYS + way] = ++this.#clock;
      return first + way;
    }
    let oldest = 0;
    for (let way = 1; way < WAYS; way++) if (lines[at + WAYS + way]! < lines[at + WAYS + oldest]!) oldest = way;
    const place = first + oldest;
    this.#clean(place);
    this.#valid[place] = 0;
    lines[at + oldest] = line + 1;
    lines[at + WAYS + oldest] = ++this.#clock;
    return place;
  }

  /**
   * Writes the set's oldest dirty line back if it has too many. @param partly all sectors, if only lines with partially written sectors
   * count; otherwise 0
   */
  #limit(place: number, most: number, partly: number): void {
    const lines = this.#lines;
    const valid = this.#valid;
    const dirty = this.#dirty;
    const first = place - (place % WAYS);
    const used = lineAt(first) + WAYS;
    let count = 0;
    let oldest = NOTHING;
    for (let way = 0; way < WAYS; way++) {
      if ((dirty[first + way]! & ~(valid[first + way]! & partly)) === 0) continue;
      count++;
      if (oldest === NOTHING || lines[used + way]! < lines[used + oldest]!) oldest = way;
    }
    if (count > most) this.#clean(first + oldest);
  }

  /** Opens the row of DRAM that holds a line. Returns 0 if it is open already. */
  #open(line: number): number {
    const row = Math.floor(line / LINES_PER_ROW);
    const bank = hash(row) % OPEN_ROWS;
    if (this.#rows[bank] === row) return 0;
    this.#rows[bank] = row;
    return 1;
  }

  /** Writes the dirty sectors of a line back to DRAM. */
  #clean(place: number): void {
    const dirty = this.#dirty[place]!;
    if (dirty === 0) return;
    const partly = dirty & ~this.#valid[place]!;
    if (partly !== 0) this.#fill(place, partly);
    this.dramWriteBytes += SECTOR_BYTES * SECTORS_IN[dirty]!;
    this.dramWriteRows += this.#open(this.#lines[lineAt(place)]! - 1);
    this.#dirty[place] = 0;
  }
}

/** Index of a place's line in `#lines`: each set's lines, then their times. */
function lineAt(place: number): number {
  return 2 * place - (place % WAYS);
}
