/** A value that a page could not save before it closed, with those that earlier pages had left under the same key, newest first. */
type Left<T> = T & { readonly others?: readonly T[] };

/**
 * What pages of one kind could not save before they closed, by key. It is in local storage, the only storage that can be written while
 * a page unloads; a later visit moves it to where it belongs.
 */
export class UnsavedWork<T extends object> {
  readonly #prefix: string;
  readonly #isWhole: (value: Partial<T>) => boolean;
  /** By key, what is stored since this page has left something, and how many of its values, the first ones, are this page's. */
  readonly #own = new Map<string, { readonly bytes: string; readonly count: number }>();

  /**
   * @param prefix what the keys in local storage begin with
   * @param isWhole whether a value that was read has all that is needed to restore it
   */
  constructor(prefix: string, isWhole: (value: Partial<T>) => boolean) {
    this.#prefix = prefix;
    this.#isWhole = isWhole;
  }

  /**
   * Keeps values when their page goes away. They take the place of what this page has left before, and stand beside what others have.
   *
   * @param values newest first
   */
  keep(key: string, values: readonly [T, ...T[]]): void {
    try {
      const bytes = this.#store(key, [...values, ...this.#fromOthers(key)]);
      this.#own.set(key, { bytes, count: values.length });
    } catch {
      // The disk is full: the ordinary save has already told the learner.
    }
  }

  /** What stands for all that this page has left, to be passed to `clear` once that is saved; undefined where it has left nothing. */
  ownMark(key: string): string | undefined {
    return this.#own.get(key)?.bytes;
  }

  /** Removes what this page has left, unless it has left something else since. What others have left stays. */
  clear(key: string, mark: string | undefined): void {
    if (mark === undefined || this.ownMark(key) !== mark) return;
    if (this.#bytes(key) === mark) this.#store(key, this.#fromOthers(key));
    this.#own.delete(key);
  }

  /**
   * Brings what was left under a key to where it belongs, the oldest first, and then removes it. What cannot be read stays where it is,
   * and so does what cannot be brought.
   */
  async restore(key: string, bring: (value: T) => Promise<unknown>): Promise<void> {
    const bytes = this.#bytes(key);
    const values = this.#parsed(bytes);
    if (values.length === 0) return;
    for (const value of values.toReversed()) await bring(value);
    if (this.#bytes(key) === bytes) this.#store(key, []);
  }

  /** Restores what was left under any key. One value that cannot be restored keeps no other from it. */
  async restoreAll(bring: (value: T) => Promise<unknown>): Promise<void> {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(this.#prefix))) {
      await this.restore(key.slice(this.#prefix.length), bring).catch((error: unknown) => {
        console.warn(`What was left unsaved in ${key} cannot be restored; it stays there.`, error);
      });
    }
  }

  /** What other pages have left under a key, newest first. */
  #fromOthers(key: string): T[] {
    const bytes = this.#bytes(key);
    const own = this.#own.get(key);
    return this.#parsed(bytes).slice(own?.bytes === bytes ? own?.count : 0);
  }

  #parsed(bytes: string | undefined): T[] {
    try {
      const value = JSON.parse(bytes ?? "null") as Partial<Left<T>> | null;
      if (value === null || !this.#isWhole(value)) return [];
      const { others = [], ...newest } = value as Left<T>;
      return [newest as unknown as T, ...others];
    } catch {
      return [];
    }
  }

  #bytes(key: string): string | undefined {
    try {
      return localStorage.getItem(this.#prefix + key) ?? undefined;
    } catch {
      // Storage that cannot be accessed contains nothing.
      return undefined;
    }
  }

  /** Returns what is stored now: one value as it is, several as the newest with the others. */
  #store(key: string, [newest, ...others]: readonly T[]): string {
    const bytes = JSON.stringify(others.length === 0 ? newest : { ...newest, others });
    if (newest === undefined) localStorage.removeItem(this.#prefix + key);
    else localStorage.setItem(this.#prefix + key, bytes);
    return bytes;
  }
}
