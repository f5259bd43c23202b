import { CACHE_LINE_BYTES } from "#simulator";
import { SECTORS_IN } from "./request-footprint.ts";

const WAYS = 16;
const NOTHING = -1;

/**
 * The L1 cache of one SM: lines of four sectors, each present once it was loaded; sets of 16 lines with LRU eviction. Stores write through
 * to L2 and do not allocate.
 */
export class L1Cache {
  readonly #sets: number;
  readonly #ways: number;
  readonly #tags: Int32Array;
  readonly #valid: Uint8Array;
  readonly #used: Float64Array;
  /** The turn in which sectors of a line last arrived. */
  readonly #arrived: Float64Array;
  #clock = 0;
  /** The warps' turn: sectors requested in this one or the one before are still on their way. */
  turn = 0;
  /** Sectors loaded, and how many of them were present. */
  sectors = 0;
  hits = 0;
  /** Whether all sectors of the last load were present or on their way, and some on their way. */
  isInFlight = false;

  /** @param bytes its size; at least one line */
  constructor(bytes: number) {
    const lines = Math.max(1, Math.floor(bytes / CACHE_LINE_BYTES));
    this.#ways = Math.min(WAYS, lines);
    this.#sets = Math.max(1, Math.floor(lines / this.#ways));
    const places = this.#sets * this.#ways;
    this.#tags = new Int32Array(places).fill(NOTHING);
    this.#valid = new Uint8Array(places);
    this.#used = new Float64Array(places);
    this.#arrived = new Float64Array(places).fill(-Infinity);
  }

  /** Loads sectors of a line. Returns the bits of those that were missing; they are present from now on. */
  load(line: number, sectors: number): number {
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.sectors += SECTORS_IN[sectors]!;
    this.hits += SECTORS_IN[sectors & ~missing]!;
    this.#valid[place]! |= missing;
    this.isInFlight = missing === 0 && this.#arrived[place]! >= this.turn - 1;
    if (missing !== 0) this.#arrived[place] = this.turn;
    return missing;
  }

  /** Loads sectors that bypass it: none hits, and none is present afterwards that wasn't before. Returns all of them. */
  bypass(sectors: number): number {
    this.sectors += SECTORS_IN[sectors]!;
    this.isInFlight = false;
    return sectors;
  }

  /** The bits of a line's sectors that are present. To look at them is no use of the line. */
  present(line: number): number {
    const from = (hash(line) % this.#sets) * this.#ways;
    const place = this.#tags.subarray(from, from + this.#ways).indexOf(line);
    return place < 0 ? 0 : this.#valid[from + place]!;
  }

  #place(line: number): number {
    const from = (hash(line) % this.#sets) * this.#ways;
    const to = from + this.#ways;
    const tags = this.#tags;
    const used = this.#used;
    for (let place = from; place < to; place++) {
      if (tags[place] !== line) continue;
      used[place] = ++this.#clock;
      return place;
    }
    let oldest = from;
    for (let place = from + 1; place < to; place++) if (used[place]! < used[oldest]!) oldest = place;
    tags[oldest] = line;
    this.#valid[oldest] = 0;
    used[oldest] = ++this.#clock;
    return oldest;
  }
}

/** Spreads lines over sets, so that no stride meets one set only. */
export function hash(line: number): number {
  let bits = line ^ (line >>> 15);
  bits = Math.imul(bits, 0x2c1b3c6d);
  bits ^= bits >>> 12;
  bits = Math.imul(bits, 0x297a2d39);
  // A small integer, so that `%` is integer arithmetic.
  return (bits ^ (bits >>> 15)) >>> 2;
}
