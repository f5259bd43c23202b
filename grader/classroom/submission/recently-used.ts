/** A map that keeps a number of entries: those that were set or found most recently. */
export class RecentlyUsed<Key, Value> {
  readonly #kept: number;
  readonly #entries = new Map<Key, Value>();

  /** @param kept how many entries it keeps */
  constructor(kept: number) {
    this.#kept = kept;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#kept && oldest !== undefined) this.#entries.delete(oldest);
  }
}
