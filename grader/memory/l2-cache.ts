import { CACHE_LINE_BYTES, SECTOR_BYTES, type FetchGranularity } from "#simulator";
import { hash } from "./l1-cache.ts";
import { ALL_BYTES, ALL_SECTORS, SECTORS_IN, SECTORS_PER_LINE } from "./request-footprint.ts";

const WAYS = 16;
/** Of a set's lines, how many may be dirty, and how many may have sectors that are written in part. */
const [MOST_DIRTY, MOST_PARTLY_WRITTEN] = [10, 3];
/** DRAM keeps a row of each bank open, and has thousands of banks: rows of 1 KiB, 8,192 of them open (our choice; not measured). */
const [LINES_PER_ROW, OPEN_ROWS] = [8, 8192];
const NOTHING = -1;

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
  /** Of each set side by side, since memory is what takes time here: the lines at its places, and when each was used last. */
  readonly #lines: Int32Array;
  /** Of each place, sectors whose bytes are all there. */
  readonly #valid: Uint8Array;
  /** Sectors that DRAM does not have. */
  readonly #dirty: Uint8Array;
  /** Of each sector that was written in part, while it is not valid: the bytes that were written; otherwise 0. */
  readonly #written: Int32Array;
  readonly #rows = new Int32Array(OPEN_ROWS).fill(NOTHING);
  #clock = 0;

  /** @param bytes the size that counts, see above */
  constructor(bytes: number, granularity: FetchGranularity) {
    this.#blockBits = granularity === 32 ? 0b1 : granularity === 64 ? 0b11 : 0b1111;
    this.#sets = Math.max(1, Math.floor(bytes / CACHE_LINE_BYTES / WAYS));
    const places = this.#sets * WAYS;
    this.#lines = new Int32Array(2 * places).fill(NOTHING);
    this.#valid = new Uint8Array(places);
    this.#dirty = new Uint8Array(places);
    this.#written = new Int32Array(places * SECTORS_PER_LINE);
  }

  /** Reads sectors of a line. Returns whether DRAM has to bring any. */
  read(line: number, sectors: number): boolean {
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.sectors += SECTORS_IN[sectors]!;
    this.hits += SECTORS_IN[sectors & ~missing]!;
    if (missing !== 0) this.#fetch(place, missing);
    return missing !== 0;
  }

  /**
   * Writes to sectors of a line. It does not count them.
   *
   * @param bytes that are written: bits of the bytes of each of the line's sectors, from element `from` on
   */
  write(line: number, sectors: number, bytes: Int32Array, from: number): void {
    const [valid, dirty] = [this.#valid, this.#dirty];
    const place = this.#place(line);
    const wasDirty = dirty[place]!;
    const wasPartly = wasDirty & ~valid[place]!;
    dirty[place] = wasDirty | sectors;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
    for (let left = sectors & ~valid[place]!, sector = 0; left !== 0; left >>= 1, sector++) {
      if ((left & 1) === 0) continue;
      let written = bytes[from + sector]!;
      // What is written whole at once needs no record.
      if (((wasPartly >> sector) & 1) !== 0 || written !== ALL_BYTES)
        written = this.#written[place * SECTORS_PER_LINE + sector]! |= written;
      if (written === ALL_BYTES) this.#complete(place, 1 << sector, wasPartly);
    }
    if (wasPartly === 0 && (dirty[place]! & ~valid[place]!) !== 0) this.#limit(place, MOST_PARTLY_WRITTEN, ALL_SECTORS);
  }

  /** Reads, changes and writes what atomics of one request touch in a line. */
  update(line: number, sectors: number): void {
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.sectors += SECTORS_IN[sectors]!;
    this.hits += SECTORS_IN[sectors & ~missing]!;
    if (missing !== 0) this.#fill(place, missing);
    const wasDirty = this.#dirty[place]!;
    this.#dirty[place] = wasDirty | sectors;
    if (wasDirty === 0) this.#limit(place, MOST_DIRTY, 0);
  }

  /** Sectors have all their bytes now. @param partly those that had some of them */
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
    this.dramReadRows += this.#open(this.#lines[lineAt(place)]!);
    this.dramReadBytes += SECTOR_BYTES * SECTORS_IN[block & ~this.#valid[place]!]!;
    this.#complete(place, block, this.#dirty[place]! & ~this.#valid[place]!);
  }

  /** Reads single sectors, whatever the fetch granularity. */
  #fill(place: number, sectors: number): void {
    this.dramReadBytes += SECTOR_BYTES * SECTORS_IN[sectors]!;
    this.dramReadRows += this.#open(this.#lines[lineAt(place)]!);
    this.#complete(place, sectors, this.#dirty[place]! & ~this.#valid[place]!);
  }

  /** Where a line is, or from now on is. */
  #place(line: number): number {
    const first = (hash(line) % this.#sets) * WAYS;
    const lines = this.#lines;
    const at = lineAt(first);
    for (let way = 0; way < WAYS; way++) {
      if (lines[at + way] !== line) continue;
      lines[at + WAYS + way] = ++this.#clock;
      return first + way;
    }
    let oldest = 0;
    for (let way = 1; way < WAYS; way++) if (lines[at + WAYS + way]! < lines[at + WAYS + oldest]!) oldest = way;
    const place = first + oldest;
    this.#clean(place);
    this.#valid[place] = 0;
    lines[at + oldest] = line;
    lines[at + WAYS + oldest] = ++this.#clock;
    return place;
  }

  /** Writes the set's oldest dirty line back if there are too many. @param partly all sectors, if only lines with sectors written in part count; otherwise 0 */
  #limit(place: number, most: number, partly: number): void {
    const [lines, valid, dirty] = [this.#lines, this.#valid, this.#dirty];
    const first = place - (place % WAYS);
    const used = lineAt(first) + WAYS;
    let [count, oldest] = [0, NOTHING];
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

  /** Writes what is dirty of a line back to DRAM. */
  #clean(place: number): void {
    const dirty = this.#dirty[place]!;
    if (dirty === 0) return;
    const partly = dirty & ~this.#valid[place]!;
    if (partly !== 0) this.#fill(place, partly);
    this.dramWriteBytes += SECTOR_BYTES * SECTORS_IN[dirty]!;
    this.dramWriteRows += this.#open(this.#lines[lineAt(place)]!);
    this.#dirty[place] = 0;
  }
}

/** Where the line of a place is among those of its set, with the times after them. */
function lineAt(place: number): number {
  return 2 * place - (place % WAYS);
}
