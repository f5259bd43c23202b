const LENGTH = 34;
const NEAR = 3;
const FAR = 31;
const LARGEST = 2 ** 31 - 1;
/** Numbers that `srand` draws and throws away. */
const DISCARDED = 310;

/** `rand()` as the GNU C library has it: each number is the sum of two earlier ones, without its lowest bit (glibc, random_r.c, TYPE_3). */
export class Random {
  readonly #numbers = new Uint32Array(LENGTH);
  #next = 0;

  constructor(seed = 1) {
    const first = new Int32Array(LENGTH);
    first[0] = seed === 0 ? 1 : seed;
    for (let i = 1; i < FAR; i++) {
      const product = Number((16807n * BigInt(first[i - 1]!)) % BigInt(LARGEST));
      first[i] = product < 0 ? product + LARGEST : product;
    }
    for (let i = FAR; i < LENGTH; i++) first[i] = first[i - FAR]!;
    this.#numbers.set(first);
    for (let i = 0; i < DISCARDED; i++) this.#draw();
  }

  #draw(): number {
    const at = (back: number): number => this.#numbers[(this.#next + LENGTH - back) % LENGTH]!;
    const sum = (at(FAR) + at(NEAR)) >>> 0;
    this.#numbers[this.#next] = sum;
    this.#next = (this.#next + 1) % LENGTH;
    return sum;
  }

  /** From 0 to RAND_MAX. */
  next(): number {
    return this.#draw() >>> 1;
  }
}

const WORDS = 624;
const MIDDLE = 397;

/** The next number of `std::mt19937` (C++ standard, [rand.eng.mers]), whose words and the index of the next one are given. */
export function nextOfMersenneTwister(words: DataView, start: number, next: number): { readonly number: number; readonly next: number } {
  const word = (i: number): number => words.getUint32(start + 4 * i, true);
  if (next >= WORDS) {
    for (let i = 0; i < WORDS; i++) {
      const joined = (word(i) & 0x80000000) | (word((i + 1) % WORDS) & 0x7fffffff);
      words.setUint32(start + 4 * i, word((i + MIDDLE) % WORDS) ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0), true);
    }
    next = 0;
  }
  let number = word(next);
  number ^= number >>> 11;
  number ^= (number << 7) & 0x9d2c5680;
  number ^= (number << 15) & 0xefc60000;
  number ^= number >>> 18;
  return { number: number >>> 0, next: next + 1 };
}
