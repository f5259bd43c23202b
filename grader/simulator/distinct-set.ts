/** Four times the lanes of a warp, so that probing stops soon; a power of two, so that a mask replaces the remainder. */
const SLOTS = 128;
/** Knuth's multiplicative hash, its upper 7 bits: strides of powers of two would otherwise share a few slots. */
const slotOf = (key: number): number => Math.imul(key, 0x9e3779b1) >>> 25;

/**
 * The distinct numbers of one request: a small hash table that is created once and reused for millions of requests. Clearing it only starts a new generation; slots of earlier generations count as empty.
 */
export class DistinctSet {
  readonly #keys = new Float64Array(SLOTS);
  readonly #generations = new Uint32Array(SLOTS);
  #generation = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
    this.#generation++;
    if (this.#generation === 0xffffffff) {
      this.#generations.fill(0);
      this.#generation = 1;
    }
  }

  /** Whether the key is new since the last clear. */
  add(key: number): boolean {
    let slot = slotOf(key);
    while (this.#generations[slot] === this.#generation) {
      if (this.#keys[slot] === key) return false;
      slot = (slot + 1) & (SLOTS - 1);
    }
    this.#generations[slot] = this.#generation;
    this.#keys[slot] = key;
    this.#size++;
    return true;
  }
}
