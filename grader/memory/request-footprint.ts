import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE } from "#simulator";
import { SharedCounter } from "#simulator/shared-cost.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";

/** An access's operation on global memory. The result of an atomic doesn't matter here. */
export type MemoryOperation = "load" | "store" | "atomic";

/** Sectors of a cache line. */
export const SECTORS_PER_LINE = CACHE_LINE_BYTES / SECTOR_BYTES;
/** The bits of all four of them. */
export const ALL_SECTORS = 0b1111;
/** The number of sectors in a set of bits. */
export const SECTORS_IN = Uint8Array.from({ length: 16 }, (_, bits) => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + (bits >> 3));
/** All 32 bytes of a sector. */
export const ALL_BYTES = -1;

/** The bytes that a request touches: line by line in the order of the lanes, each line once. */
export interface TouchedLines {
  /** Distinct cache lines. */
  readonly count: number;
  /** Each line's number, relative to the line of the first active lane. */
  readonly lines: Int32Array;
  /** Bit s: sector s of the line is touched. */
  readonly sectors: Uint8Array;
  /** Bit s: all 32 bytes of sector s are touched. */
  readonly full: Uint8Array;
  /** Bit b of element 4 × line + sector: byte b of the sector is touched. */
  readonly bytes: Int32Array;
  /** Passes through the data stage of L1, by the banks of the words. */
  readonly dataWavefronts: number;
}

const NOTHING_TOUCHED: TouchedLines = {
  count: 0,
  lines: new Int32Array(),
  sectors: new Uint8Array(),
  full: new Uint8Array(),
  bytes: new Int32Array(),
  dataWavefronts: 0,
};

/**
 * The footprints of an access's requests, one after the other.
 *
 * A footprint depends on the position of the first lane in its line and on the distances of the others from it; so a request with the
 * distances of the one before it has the same footprint, on other lines.
 */
export class RequestFootprint {
  /** The footprint of the last request. */
  touched: TouchedLines = NOTHING_TOUCHED;
  readonly #operation: MemoryOperation;
  readonly #bytesPerLane: number;
  readonly #shared = new SharedCounter();
  #mask = 0;
  readonly #distances = new Float64Array(WARP_SIZE);
  /** Footprints for the mask and the distances, by the position of the first lane in its line. */
  readonly #known = new Map<number, TouchedLines>();

  /** @param bytesPerLane bytes that each active lane accesses, at a multiple of this number */
  constructor(operation: MemoryOperation, bytesPerLane: number) {
    this.#operation = operation;
    this.#bytesPerLane = bytesPerLane;
  }

  /**
   * Sets `touched` for a request.
   *
   * @param mask bit i: lane i is active; not 0
   * @param addresses 32 byte addresses; those of inactive lanes mean nothing
   * @returns the number of the line that `touched.lines` are counted from
   */
  take(mask: number, addresses: ArrayLike<number>): number {
    const first = addresses[firstLaneOf(mask)]!;
    const offset = first % CACHE_LINE_BYTES;
    if (mask !== this.#mask || !this.#hasLastDistances(mask, first, addresses)) {
      this.#mask = mask;
      for (let lane = 0; lane < WARP_SIZE; lane++) this.#distances[lane] = addresses[lane]! - first;
      this.#known.clear();
    }
    let touched = this.#known.get(offset);
    if (!touched) this.#known.set(offset, (touched = this.#touch(mask, offset, addresses)));
    this.touched = touched;
    return (first - offset) / CACHE_LINE_BYTES;
  }

  #hasLastDistances(mask: number, first: number, addresses: ArrayLike<number>): boolean {
    const distances = this.#distances;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (addresses[lane]! - first !== distances[lane] && ((mask >>> lane) & 1) !== 0) return false;
    }
    return true;
  }

  #touch(mask: number, offset: number, addresses: ArrayLike<number>): TouchedLines {
    const lines: number[] = [];
    const bytes = new Int32Array(2 * WARP_SIZE * SECTORS_PER_LINE);
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const from = offset + this.#distances[lane]!;
      const line = Math.floor(from / CACHE_LINE_BYTES);
      let place = lines.lastIndexOf(line);
      if (place < 0) place = lines.push(line) - 1;
      let sector = Math.floor((from - line * CACHE_LINE_BYTES) / SECTOR_BYTES);
      const byte = from - line * CACHE_LINE_BYTES - sector * SECTOR_BYTES;
      // A lane's access is aligned: it stays within its sector, or is a whole one.
      const bits = this.#bytesPerLane >= SECTOR_BYTES ? ALL_BYTES : ((1 << this.#bytesPerLane) - 1) << byte;
      for (let left = this.#bytesPerLane; left > 0; left -= SECTOR_BYTES, sector++) bytes[place * SECTORS_PER_LINE + sector]! |= bits;
    }
    const sectors = new Uint8Array(lines.length);
    const full = new Uint8Array(lines.length);
    for (let part = 0; part < lines.length * SECTORS_PER_LINE; part++) {
      if (bytes[part] === 0) continue;
      const place = Math.floor(part / SECTORS_PER_LINE);
      const bit = 1 << (part % SECTORS_PER_LINE);
      sectors[place]! |= bit;
      if (bytes[part] === ALL_BYTES) full[place]! |= bit;
    }
    return {
      count: lines.length,
      lines: Int32Array.from(lines),
      sectors,
      full,
      bytes: bytes.subarray(0, lines.length * SECTORS_PER_LINE),
      dataWavefronts: this.#dataWavefronts(mask, addresses),
    };
  }

  #dataWavefronts(mask: number, addresses: ArrayLike<number>): number {
    if (this.#operation === "atomic" || this.#bytesPerLane >= SECTOR_BYTES) return 1;
    this.#shared.count(this.#operation, this.#bytesPerLane, mask, addresses);
    return this.#shared.cost.wavefronts;
  }
}
