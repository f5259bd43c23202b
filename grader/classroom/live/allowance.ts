/** How often something may happen: at most `burst` times at once, and `perMinute` in the long run. */
interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

interface Bucket {
  /** The remaining tokens at the time `at`. */
  left: number;
  at: number;
}

/** More names than a room has, and few enough to be nothing for the memory. */
const MOST_NAMES = 4096;

/**
 * Limits the rate of actions under a name, an address or a token say (token bucket). Beyond `MOST_NAMES` names, the least recently used one
 * is forgotten.
 */
export class Allowance {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a monotonic clock */
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
