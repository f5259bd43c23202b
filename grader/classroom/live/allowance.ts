/** How often something may happen: at most `burst` times at once, and `perMinute` in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

interface Bucket {
  /** What is left at the time `at`. */
  left: number;
  at: number;
}

/** More names than a room has, and few enough to be nothing for the memory. */
const MOST_NAMES = 4096;

/**
 * Counts what is done under a name, an address or a token say, and says when it is too often (token bucket). Of too many names, the one
 * that was heard of longest ago is forgotten.
 */
export class Allowance {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Whether there is any left under this name. */
  has(name: string): boolean {
    return this.#current(name).left >= 1;
  }

  /** Takes one. @returns whether there was one left */
  take(name: string): boolean {
    const bucket = this.#current(name);
    const isAllowed = bucket.left >= 1;
    if (isAllowed) bucket.left--;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MOST_NAMES && oldest !== undefined) this.#buckets.delete(oldest);
    return isAllowed;
  }

  #current(name: string): Bucket {
    const { burst, perMinute } = this.#rate;
    const at = this.#now();
    const before = this.#buckets.get(name);
    if (before === undefined) return { left: burst, at };
    const left = Math.min(burst, before.left + ((at - before.at) / 60_000) * perMinute);
    return Object.assign(before, { left, at });
  }
}
