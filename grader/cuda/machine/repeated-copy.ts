import { CACHE_LINE_BYTES, WARP_SIZE, WORD_BYTES } from "#simulator";
import type { TagBanks } from "#simulator/devices.ts";
import { tagBank } from "#simulator/global-cost.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { MemoryArray } from "./memory.ts";
import { windowBitsOf } from "./repeated-request.ts";

const FULL_WARP = -1;
const LINE_SHIFT = Math.log2(CACHE_LINE_BYTES);

/** The rows of counts of one copy, of its two sides: see `RequestCosts.countCopy`. */
export interface CopyRows {
  readonly source: Float64Array | undefined;
  readonly destination: Float64Array;
}

/** A side of a copy: where its lanes are, and how far they may move together without leaving their array. */
class CopySide {
  /** The number of its site. */
  readonly site: number;
  array!: MemoryArray;
  /** Bytes from the first active lane to each active lane. */
  readonly #distances = new Int32Array(WARP_SIZE);
  #from = 0;
  #to = -1;
  #key = 0;
  /** Whether 32 lanes lie side by side, lane 0 first. */
  isRun = false;
  lowest = 0;
  highest = 0;

  constructor(site: number) {
    this.site = site;
  }

  /** Notes the addresses of a copy. Returns false if its lanes are not all in the array. */
  replace(mask: number, addresses: Float64Array, array: MemoryArray, bytesPerLane: number): boolean {
    const first = addresses[firstLaneOf(mask)]!;
    this.lowest = this.highest = 0;
    this.isRun = mask === FULL_WARP;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const distance = addresses[lane]! - first;
      this.#distances[lane] = distance;
      if (distance < this.lowest) this.lowest = distance;
      if (distance > this.highest) this.highest = distance;
      if (distance !== lane * bytesPerLane) this.isRun = false;
    }
    const start = array.allocation.base + array.offset;
    this.array = array;
    this.#from = start - this.lowest;
    this.#to = start + array.bytes - bytesPerLane - this.highest;
    this.#key = first & (CACHE_LINE_BYTES - 1);
    return first >= this.#from && first <= this.#to;
  }

  isLike(mask: number, addresses: Float64Array): boolean {
    const first = addresses[firstLaneOf(mask)]!;
    if (first < this.#from || first > this.#to || (first & (CACHE_LINE_BYTES - 1)) !== this.#key) return false;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) !== 0 && addresses[lane]! - first !== this.#distances[lane]) return false;
    }
    return true;
  }
}

/** Lines of a copy whose tag banks fit into a number. */
const MOST_LINES = 16;

/**
 * The last `cp.async` of a place in the text that copied all its bytes, with the number of those since that cost the same. Others like it have its
 * lanes and its distances between them on both sides, and lie in the same arrays: moving all lanes by whole cache lines changes nothing on
 * either side but the tag banks on which the lines of global memory meet. The cost of copies like it is held for each way to meet.
 */
export class RepeatedCopy {
  /** Copies whose cost is not added to the counts yet, this one included. */
  count = 0;
  rows!: CopyRows;
  readonly source: CopySide;
  readonly destination: CopySide;
  readonly #bytesPerLane: number;
  readonly #tagBanks: TagBanks;
  #mask = 0;
  /** Distinct cache lines of the source, relative to that of its first address; undefined if they are too many. */
  #lines: number[] | undefined;
  /** Bits of the first address that select the tag banks of its lines, and their values: see `RepeatedRequest`. */
  #windowBits = 0;
  #window = 0;
  readonly #rowsByBanks = new Map<number, CopyRows>();

  /** @param source and destination sites */
  constructor(source: number, destination: number, bytesPerLane: number, tagBanks: TagBanks) {
    this.source = new CopySide(source);
    this.destination = new CopySide(destination);
    this.#bytesPerLane = bytesPerLane;
    this.#tagBanks = tagBanks;
  }

  /** No other copy is like it. */
  forget(): void {
    this.#mask = 0;
  }

  /** Whether a copy may be carried out, and costs as much as this one or as another like it. @param sizes bytes of each lane; all without */
  isLike(mask: number, from: Float64Array, to: Float64Array, sizes: Float64Array | undefined): boolean {
    if (mask !== this.#mask || !this.source.isLike(mask, from) || !this.destination.isLike(mask, to)) return false;
    return sizes === undefined || areWhole(mask, sizes, this.#bytesPerLane);
  }

  /** Whether a copy like this one costs as much. @param first address of the source */
  hasWindow(first: number): boolean {
    return (first & this.#windowBits) === this.#window;
  }

  /** Notes a copy whose lanes copy all their bytes, with the arrays that its first lane reads from and writes to, and its cost. */
  replace(mask: number, from: Float64Array, to: Float64Array, read: MemoryArray, written: MemoryArray, rows: CopyRows): void {
    const bytes = this.#bytesPerLane;
    const isInside = this.source.replace(mask, from, read, bytes) && this.destination.replace(mask, to, written, bytes);
    this.#mask = isInside ? mask : 0;
    const first = from[firstLaneOf(mask)]!;
    const lines = new Set<number>();
    for (let rest = mask; rest !== 0; rest &= rest - 1) lines.add((from[firstLaneOf(rest)]! >>> LINE_SHIFT) - (first >>> LINE_SHIFT));
    this.#lines = lines.size <= MOST_LINES ? [...lines] : undefined;
    this.#rowsByBanks.clear();
    this.moveTo(first, rows);
  }

  /** The cost of a copy like this one, if one whose lines met on tag banks in the same way was seen. @param first address of the source */
  rowsAt(first: number): CopyRows | undefined {
    const banks = this.#banksAt(first);
    return banks === undefined ? undefined : this.#rowsByBanks.get(banks);
  }

  /** The next copy like this one begins at another address and costs this. */
  moveTo(first: number, rows: CopyRows): void {
    const { lowest, highest } = this.source;
    this.#windowBits = this.#tagBanks.masks ? windowBitsOf((first + lowest) >>> LINE_SHIFT, (first + highest) >>> LINE_SHIFT) : 0;
    this.#window = first & this.#windowBits;
    this.rows = rows;
    const banks = this.#banksAt(first);
    if (banks !== undefined) this.#rowsByBanks.set(banks, rows);
  }

  /** The banks of the lines, relative to that of the first one: to swap banks changes nothing. */
  #banksAt(first: number): number | undefined {
    const { masks } = this.#tagBanks;
    if (!masks || !this.#lines) return undefined;
    const line = first >>> LINE_SHIFT;
    const own = tagBank(line, masks);
    let banks = 0;
    for (const distance of this.#lines) banks = (banks << 2) | (tagBank(line + distance, masks) ^ own);
    return banks;
  }

  /** Reads what the lanes of a copy like this one copy, each lane's words behind those of the lane before. */
  read(memory: Uint32Array, mask: number, from: Float64Array, data: Uint32Array): void {
    const words = this.#bytesPerLane / WORD_BYTES;
    if (this.source.isRun) {
      const first = from[0]! / WORD_BYTES;
      for (let word = 0; word < WARP_SIZE * words; word++) data[word] = memory[first + word]!;
      return;
    }
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const first = from[lane]! / WORD_BYTES;
      for (let word = 0; word < words; word++) data[lane * words + word] = memory[first + word]!;
    }
  }
}

function areWhole(mask: number, sizes: Float64Array, bytesPerLane: number): boolean {
  for (let lane = 0; lane < WARP_SIZE; lane++) if (((mask >>> lane) & 1) !== 0 && sizes[lane]! < bytesPerLane) return false;
  return true;
}
