/** Elements that the largest matrix of one product has. */
const MOST_FACTORS = 256 * 32;
const MOST_LINES = 256;

/** The exponent of a zero: no product with it is the largest of a sum. */
const NO_EXPONENT = -5000;
const DOUBLE_BIAS = 1023;

/**
 * The factors of a product of matrices, by the lines that are multiplied with each other: the rows of a, the columns of b. One object is
 * filled again for each product.
 */
export class FactorLines {
  readonly values = new Float64Array(MOST_FACTORS);
  /** The exponent of each factor, in its format: a subnormal number has that of the smallest normal one. */
  readonly exponents = new Int32Array(MOST_FACTORS);
  /** For each line, the largest exponent of its factors. */
  readonly largest = new Int32Array(MOST_LINES);
  /** For each line, at which of its places that exponent is: bit i for place i. */
  readonly largestPlaces = new Int32Array(MOST_LINES);
  /** For each line, the exponent of a bit that divides all its factors: the lowest of all their bits. */
  readonly finest = new Int32Array(MOST_LINES);
  /** The largest and the lowest of all lines. */
  largestOfAll = NO_EXPONENT;
  finestOfAll = -NO_EXPONENT;
  readonly #words = new Int32Array(this.values.buffer);
  // The factors that the exponents are of: a warp multiplies one matrix several times on end.
  #length = 0;
  #lines = 0;
  #least = 0;

  /**
   * Takes factors, of which none has more than 20 bits behind its first one: those of all formats that tensor cores multiply.
   *
   * @param least the exponent of the smallest normal number of their format
   * @returns false if one is infinite or NaN
   */
  take(factors: Float64Array, lines: number, length: number, least: number): boolean {
    const { values } = this;
    let isSame = length === this.#length && lines === this.#lines && least === this.#least;
    for (let index = 0; index < lines * length; index++) {
      const factor = factors[index]!;
      if (values[index] === factor) continue;
      values[index] = factor;
      isSame = false;
    }
    if (isSame) return true;
    const areFinite = this.#measure(lines, length, least);
    this.#length = areFinite ? length : 0;
    this.#lines = lines;
    this.#least = least;
    return areFinite;
  }

  /** Finds the exponents. Returns false if a factor has none. */
  #measure(lines: number, length: number, least: number): boolean {
    const { exponents } = this;
    const words = this.#words;
    this.largestOfAll = NO_EXPONENT;
    this.finestOfAll = -NO_EXPONENT;
    for (let line = 0, index = 0; line < lines; line++) {
      let largest = NO_EXPONENT;
      let places = 0;
      let finest = -NO_EXPONENT;
      for (let place = 0; place < length; place++, index++) {
        const high = words[2 * index + 1]!;
        const biased = (high >>> 20) & 0x7ff;
        if (biased === 0x7ff) return false;
        if (biased === 0) {
          exponents[index] = NO_EXPONENT;
          continue;
        }
        const exponent = biased - DOUBLE_BIAS;
        const lowest = exponent - 20 + trailingZeros((high & 0xf_ffff) | 0x10_0000);
        const own = exponent < least ? least : exponent;
        exponents[index] = own;
        if (own > largest) {
          largest = own;
          places = 1 << place;
        } else if (own === largest) places |= 1 << place;
        if (lowest < finest) finest = lowest;
      }
      this.largest[line] = largest;
      this.largestPlaces[line] = places;
      this.finest[line] = finest;
      if (largest > this.largestOfAll) this.largestOfAll = largest;
      if (finest < this.finestOfAll) this.finestOfAll = finest;
    }
    return true;
  }
}

/** How many of the lowest bits of a number other than 0 are 0. */
export function trailingZeros(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
