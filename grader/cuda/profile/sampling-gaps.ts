/**
 * The requests to pass over between two that are looked at: none at first, and more and more later on, one in n ÷ `dense` of the first n.
 * They are drawn at random, so that they never keep step with a loop of the kernel, and are the same in every run.
 */
export class SamplingGaps {
  readonly #dense: number;
  #random: number;

  constructor(dense: number, seed: number) {
    this.#dense = dense;
    this.#random = seed;
  }

  /** @param n requests so far, with the one that is looked at */
  after(n: number): number {
    this.#random ^= this.#random << 13;
    this.#random ^= this.#random >>> 17;
    this.#random ^= this.#random << 5;
    return (this.#random >>> 0) % Math.ceil((2 * n) / this.#dense);
  }
}
