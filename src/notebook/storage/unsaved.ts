import { newId } from "./new-id.ts";

/** A value that a page could not save before it closed, with those that it had replaced and that were not saved either, newest first. */
type Left<T> = T & { readonly others?: readonly T[] };

/** What ends the name of what one page has left: two pages that close at once don't write to the same place. */
const PAGE = /@[\da-f-]{36}$/;

/**
 * What pages of one kind could not save before they closed, by key. It is in local storage, the only storage that can be written while
 * a page unloads; a later visit moves it to where it belongs.
 */
export class UnsavedWork<T extends object> {
  readonly #prefix: string;
  readonly #isWhole: (value: Partial<T>) => boolean;
  readonly #compare: (one: T, other: T) => number;
  readonly #page = newId();
  /** By key, what this page has left. */
  readonly #own = new Map<string, string>();

  /**
   * @param prefix what the keys in local storage begin with
   * @param isWhole whether a value that was read has all that is needed to restore it
   * @param compare negative where the first was left before the second
   */
  constructor(prefix: string, isWhole: (value: Partial<T>) => boolean, compare: (one: T, other: T) => number) {
    this.#prefix = prefix;
    this.#isWhole = isWhole;
    this.#compare = compare;
  }

  /**
   * Keeps values when their page goes away. They take the place of what this page has left before, and stand beside what others have.
   *
   * @param values newest first
   */
  keep(key: string, [newest, ...others]: readonly [T, ...T[]]): void {
    const bytes = JSON.stringify(others.length === 0 ? newest : { ...newest, others });
    try {
      localStorage.setItem(this.#ownName(key), bytes);
      this.#own.set(key, bytes);
    } catch {
      // The disk is full: the ordinary save has already told the learner.
    }
  }

  /** What stands for all that this page has left, to be passed to `clear` once that is saved; undefined where it has left nothing. */
  ownMark(key: string): string | undefined {
    return this.#own.get(key);
  }

  /** Removes what this page has left, unless it has left something else since. What others have left stays. */
  clear(key: string, mark: string | undefined): void {
    if (mark === undefined || this.ownMark(key) !== mark) return;
    this.#remove(this.#ownName(key), mark);
    this.#own.delete(key);
  }

  /** What was left under a key and not restored yet, newest first. */
  left(key: string): readonly T[] {
    return this.#namesOf(key)
      .flatMap((name) => valuesOf(bytesOf(name), this.#isWhole))
      .toSorted((one, other) => this.#compare(other, one));
  }

  /** All that was left, by key. */
  entries(): readonly (readonly [key: string, left: Left<T>])[] {
    const keys = new Set(this.#names().map((name) => this.#keyOf(name)));
    return [...keys].flatMap((key) => {
      const [newest, ...others] = this.left(key);
      return newest === undefined ? [] : [[key, others.length === 0 ? newest : { ...newest, others }] as const];
    });
  }

  /**
   * Brings what was left under a key to where it belongs, the oldest first, and then removes it. What cannot be read stays where it is,
   * and so does what cannot be brought.
   */
  async restore(key: string, bring: (value: T) => Promise<unknown>): Promise<void> {
    const read = this.#namesOf(key).map((name) => [name, bytesOf(name)] as const);
    const readable = read.filter(([, bytes]) => valuesOf(bytes, this.#isWhole).length > 0);
    for (const value of this.left(key).toReversed()) await bring(value);
    for (const [name, bytes] of readable) this.#remove(name, bytes);
  }

  /** Restores what was left under any key. One value that cannot be restored keeps no other from it. */
  async restoreAll(bring: (value: T) => Promise<unknown>): Promise<void> {
    for (const key of new Set(this.#names().map((name) => this.#keyOf(name)))) {
      await this.restore(key, bring).catch((error: unknown) => {
        console.warn(`What was left unsaved in ${this.#prefix}${key} cannot be restored; it stays there.`, error);
      });
    }
  }

  #ownName(key: string): string {
    return `${this.#prefix}${key}@${this.#page}`;
  }

  /** Earlier versions of the course kept what all pages had left under the key itself. */
  #keyOf(name: string): string {
    return name.slice(this.#prefix.length).replace(PAGE, "");
  }

  #namesOf(key: string): readonly string[] {
    return this.#names().filter((name) => this.#keyOf(name) === key);
  }

  #names(): readonly string[] {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(this.#prefix));
    } catch {
      // Storage that cannot be accessed contains nothing.
      return [];
    }
  }

  /** @param bytes what must still be there */
  #remove(name: string, bytes: string | undefined): void {
    if (bytesOf(name) === bytes) localStorage.removeItem(name);
  }
}

function bytesOf(name: string): string | undefined {
  return localStorage.getItem(name) ?? undefined;
}

/** The values that a page has left, newest first; none where they cannot be read. */
function valuesOf<T extends object>(bytes: string | undefined, isWhole: (value: Partial<T>) => boolean): readonly T[] {
  try {
    const value = JSON.parse(bytes ?? "null") as Partial<Left<T>> | null;
    if (value === null || !isWhole(value)) return [];
    const { others = [], ...newest } = value as Left<T>;
    return [newest as unknown as T, ...others];
  } catch {
    return [];
  }
}
