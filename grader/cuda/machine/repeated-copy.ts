import { CACHE_LINE_BYTES, WARP_SIZE, WORD_BYTES } from "#simulator";
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
  #keyBits = 0;
  #key = 0;
  /** Whether 32 lanes lie side by side, lane 0 first. */
  isRun = false;

  constructor(site: number) {
    this.site = site;
  }

  /** Notes the addresses of a copy. Returns false if its lanes are not all in the array. */
  replace(mask: number, addresses: Float64Array, array: MemoryArray, bytesPerLane: number, hasTags: boolean): boolean {
    const first = addresses[firstLaneOf(mask)]!;
    let [lowest, highest] = [0, 0];
    this.isRun = mask === FULL_WARP;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const distance = addresses[lane]! - first;
      this.#distances[lane] = distance;
      if (distance < lowest) lowest = distance;
      if (distance > highest) highest = distance;
      if (distance !== lane * bytesPerLane) this.isRun = false;
    }
    const start = array.allocation.base + array.offset;
    this.array = array;
    this.#from = start - lowest;
    this.#to = start + array.bytes - bytesPerLane - highest;
    this.#keyBits = CACHE_LINE_BYTES - 1;
    if (hasTags) this.#keyBits |= windowBitsOf((first + lowest) >>> LINE_SHIFT, (first + highest) >>> LINE_SHIFT);
    this.#key = first & this.#keyBits;
    return first >= this.#from && first <= this.#to;
  }

  isLike(mask: number, addresses: Float64Array): boolean {
    const first = addresses[firstLaneOf(mask)]!;
    if (first < this.#from || first > this.#to || (first & this.#keyBits) !== this.#key) return false;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) !== 0 && addresses[lane]! - first !== this.#distances[lane]) return false;
    }
    return true;
  }
}

/**
 * The last `cp.async` of a place in the text that copied all its bytes, with the number of those since that cost the same. They have its lanes and its
 * distances between them on both sides, and lie in the same arrays. Moving all lanes by whole cache lines changes nothing on either side, as long
 * as the lines of global memory stay in one aligned window: see `RepeatedRequest`.
 */
export class RepeatedCopy {
  /** Copies whose cost is not added to the counts yet, this one included. */
  count = 0;
  rows!: CopyRows;
  readonly source: CopySide;
  readonly destination: CopySide;
  readonly #bytesPerLane: number;
  readonly #hasTagHash: boolean;
  #mask = 0;

  /** @param source and destination sites */
  constructor(source: number, destination: number, bytesPerLane: number, hasTagHash: boolean) {
    this.source = new CopySide(source);
    this.destination = new CopySide(destination);
    this.#bytesPerLane = bytesPerLane;
    this.#hasTagHash = hasTagHash;
  }

  /** No other copy is like it. */
  forget(): void {
    this.#mask = 0;
  }

  /** Whether a copy costs as much as this one, and may be carried out. @param sizes how many bytes each lane copies; all without */
  isLike(mask: number, from: Float64Array, to: Float64Array, sizes: Float64Array | undefined): boolean {
    if (mask !== this.#mask || !this.source.isLike(mask, from) || !this.destination.isLike(mask, to)) return false;
    return sizes === undefined || areWhole(mask, sizes, this.#bytesPerLane);
  }

  /** Notes a copy whose lanes copy all their bytes, with the arrays that its first lane reads from and writes to. */
  replace(mask: number, from: Float64Array, to: Float64Array, read: MemoryArray, written: MemoryArray): void {
    const bytes = this.#bytesPerLane;
    const isInside =
      this.source.replace(mask, from, read, bytes, this.#hasTagHash) && this.destination.replace(mask, to, written, bytes, false);
    this.#mask = isInside ? mask : 0;
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

function firstLaneOf(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
