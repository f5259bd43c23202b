/** Four times the lanes of a warp, so that a probe ends soon; a power of two, so that a mask replaces the remainder. */
const SLOTS = 128;
/** Knuth's multiplicative hash, its upper 7 bits: strides of powers of two would otherwise share a few slots. */
const slotOf = (key: number): number => Math.imul(key, 0x9e3779b1) >>> 25;

/**
 * The distinct numbers of one request and how often each was added: a small hash table that is emptied by counting up,
 * never by clearing. It is made once and used for millions of requests.
 */
export class DistinctSet {
  readonly #keys = new Float64Array(SLOTS);
  readonly #stamps = new Uint32Array(SLOTS);
  readonly #counts = new Uint8Array(SLOTS);
  #stamp = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
    this.#stamp++;
    if (this.#stamp === 0xffffffff) {
      this.#stamps.fill(0);
      this.#stamp = 1;
    }
  }

  /** Whether the key is new since the last clear. */
  add(key: number): boolean {
    return this.tally(key) === 1;
  }

  /** How often the key was added since the last clear, this time included. */
  tally(key: number): number {
    let slot = slotOf(key);
    while (this.#stamps[slot] === this.#stamp) {
      if (this.#keys[slot] === key) return ++this.#counts[slot];
      slot = (slot + 1) & (SLOTS - 1);
    }
    this.#stamps[slot] = this.#stamp;
    this.#keys[slot] = key;
    this.#size++;
    return (this.#counts[slot] = 1);
  }
}
