import { entries, get, set, update } from "idb-keyval";
import { newId } from "./new-id.ts";
import { UnsavedWork } from "./unsaved.ts";
import { openStore } from "./open-store.ts";

/** A work that a learner keeps under a name of its own: a sketch of the playground, a kernel of the lab. */
export interface Kept<T> {
  readonly id: string;
  readonly sketch: T;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Unique per save: a tab sees by it that another tab has saved since. */
  readonly revision: string;
  /** When the learner deleted it; it stays, so that this can be undone. */
  readonly deletedAt?: number;
}

/** The learner's works that are not deleted. */
export interface KeptWorks<T> {
  /** Those that can be opened, the one saved last first. */
  readonly own: Kept<T>[];
  /** Titles of those that cannot, because a file that was imported had spoiled them. They stay in the storage. */
  readonly broken: string[];
}

/** How a work was saved: under its own id, or under a new one because another tab has saved something else there. */
export type KeptSave<T> = { readonly kind: "saved" } | { readonly kind: "elsewhere"; readonly copy: Kept<T> };

/** A work that its page could not save before it closed. */
interface Unsaved<T> extends Kept<T> {
  /** Revisions that it continues. */
  readonly seen?: readonly string[];
}

export interface KeptStoreOptions {
  readonly database: string;
  readonly store: string;
  /** What the names of unsaved works in local storage begin with. */
  readonly unsavedPrefix: string;
}

/** Where the works of one kind are kept in this browser. */
export class KeptStore<T extends { readonly title: string }> {
  readonly database;
  readonly #isOpenable: (value: unknown) => value is T;
  readonly #unsaved: UnsavedWork<Unsaved<T>>;

  constructor({ database, store, unsavedPrefix }: KeptStoreOptions, isOpenable: (value: unknown) => value is T) {
    this.database = openStore(database, store);
    this.#isOpenable = isOpenable;
    this.#unsaved = new UnsavedWork<Unsaved<T>>(
      unsavedPrefix,
      ({ id, sketch, revision }) => typeof id === "string" && typeof revision === "string" && isOpenable(sketch),
      (one, other) => one.savedAt - other.savedAt,
    );
  }

  /** A work as it is about to be saved. */
  kept(id: string, sketch: T): Kept<T> {
    return { id, sketch, savedAt: Date.now(), revision: newId() };
  }

  async read(): Promise<KeptWorks<T>> {
    const all = await entries<string, Partial<Kept<T>> | undefined>(this.database);
    const present = all.filter(([, kept]) => kept?.deletedAt === undefined);
    const own = present.flatMap(([, kept]) => (this.isKept(kept) ? [kept] : []));
    const broken = present.filter(([, kept]) => !this.isKept(kept)).map(([id, kept]) => titleOf(kept) ?? id);
    return { own: own.toSorted((a, b) => b.savedAt - a.savedAt), broken };
  }

  /** Whether a stored value is a work that can be opened. */
  isKept(value: unknown): value is Kept<T> {
    const kept = value as Partial<Kept<T>> | null | undefined;
    return (
      typeof kept?.id === "string" && typeof kept.savedAt === "number" && typeof kept.revision === "string" && this.#isOpenable(kept.sketch)
    );
  }

  /**
   * Saves a work. What another tab has saved under its id meanwhile stays, and this one goes beside it.
   *
   * @param seen the revision that this tab last saw or wrote; undefined for a new work
   */
  async save(kept: Kept<T>, seen: string | undefined): Promise<KeptSave<T>> {
    const left = this.#unsaved.ownMark(unsavedKey(kept.id));
    let isElsewhere = false;
    await update<Kept<T>>(
      kept.id,
      (stored) => {
        isElsewhere = stored !== undefined && stored.revision !== seen;
        return stored !== undefined && isElsewhere ? stored : kept;
      },
      this.database,
    );
    if (!isElsewhere) {
      this.#unsaved.clear(unsavedKey(kept.id), left);
      return { kind: "saved" };
    }
    const copy = this.kept(newId(), { ...kept.sketch, title: `${kept.sketch.title} (from another tab)` });
    await set(copy.id, copy, this.database);
    this.#unsaved.clear(unsavedKey(kept.id), left);
    return { kind: "elsewhere", copy };
  }

  /** Marks a work as deleted, or takes that back. */
  async markDeleted(id: string, isDeleted: boolean): Promise<void> {
    await update<Kept<T> | undefined>(
      id,
      (stored) => {
        if (stored === undefined) return undefined;
        const { deletedAt: _, ...kept } = stored;
        return isDeleted ? { ...kept, deletedAt: Date.now() } : kept;
      },
      this.database,
    );
  }

  /**
   * Keeps a work that was not saved yet when its page goes away.
   *
   * @param seen revisions that this page has read or is saving
   */
  leave(kept: Kept<T>, seen: readonly string[]): void {
    this.#unsaved.keep(unsavedKey(kept.id), [{ ...kept, seen }]);
  }

  /** Saves what pages could not save before they closed: what another page has saved since stays, and the work that was left goes beside it. */
  async restoreUnsaved(): Promise<void> {
    await this.#unsaved.restoreAll(async ({ seen = [], ...left }) => {
      const stored = await get<Kept<T>>(left.id, this.database);
      if (stored !== undefined && JSON.stringify(stored.sketch) === JSON.stringify(left.sketch)) return;
      await this.save(
        left,
        seen.find((revision) => revision === stored?.revision),
      );
    });
  }
}

/** Earlier versions of the course kept one under an empty key. */
const unsavedKey = (id: string): string => `/${id}`;

function titleOf(kept: Partial<Kept<unknown>> | undefined): string | undefined {
  const title = (kept?.sketch as { readonly title?: unknown } | undefined)?.title;
  return typeof title === "string" ? title : undefined;
}
