import { CACHE_LINE_BYTES } from "#simulator";

const WAYS = 16;
const NOTHING = -1;

/**
 * The L1 cache of one SM: lines of four sectors, of which only those are there that were loaded. Of 16 lines that compete for a place,
 * the one that was not used for longest goes. Stores go through to
 * L2 and leave it as it is.
 */
export class L1Cache {
  readonly #sets: number;
  readonly #ways: number;
  readonly #tags: Int32Array;
  readonly #valid: Uint8Array;
  readonly #used: Float64Array;
  /** The turn in which a line's sectors last came. */
  readonly #came: Float64Array;
  #clock = 0;
  /** The warps' turn: what came in this one or the one before is still on its way. */
  turn = 0;
  /** Whether all sectors of the last load were there or on their way, and some on their way. */
  isOnItsWay = false;

  /** @param bytes its size; at least one line */
  constructor(bytes: number) {
    const lines = Math.max(1, Math.floor(bytes / CACHE_LINE_BYTES));
    this.#ways = Math.min(WAYS, lines);
    this.#sets = Math.max(1, Math.floor(lines / this.#ways));
    const places = this.#sets * this.#ways;
    this.#tags = new Int32Array(places).fill(NOTHING);
    this.#valid = new Uint8Array(places);
    this.#used = new Float64Array(places);
    this.#came = new Float64Array(places).fill(-Infinity);
  }

  /** Loads sectors of a line. Returns those that were not there, as bits; they are there from now on. */
  load(line: number, sectors: number): number {
    const place = this.#place(line);
    const missing = sectors & ~this.#valid[place]!;
    this.#valid[place]! |= missing;
    this.isOnItsWay = missing === 0 && this.#came[place]! >= this.turn - 1;
    if (missing !== 0) this.#came[place] = this.turn;
    return missing;
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
  // A small integer: its remainder is one of integers.
  return (bits ^ (bits >>> 15)) >>> 2;
}
