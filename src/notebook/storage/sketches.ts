import { createStore, entries, get, set, update } from "idb-keyval";
import type { Sketch } from "#judge/sketch.ts";
import { isOpenable } from "./openable-sketch.ts";
import { UnsavedWork } from "./unsaved.ts";

/** A sketch that a learner keeps under a name of its own. */
export interface KeptSketch {
  readonly id: string;
  readonly sketch: Sketch;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Unique per save: a tab sees by it that another tab has saved since. */
  readonly revision: string;
  /** When the learner deleted it; it stays, so that this can be undone. */
  readonly deletedAt?: number;
}

export const sketchDatabase = createStore("coalesce-sketches", "sketches");

/** A sketch as it is about to be saved. */
export function keptSketch(id: string, sketch: Sketch): KeptSketch {
  return { id, sketch, savedAt: Date.now(), revision: crypto.randomUUID() };
}

/** The learner's sketches that are not deleted. */
export interface Sketches {
  /** Those that can be opened, the one saved last first. */
  readonly own: KeptSketch[];
  /** Titles of those that cannot, because a file that was imported had spoiled them. They stay in the storage. */
  readonly broken: string[];
}

export async function readSketches(): Promise<Sketches> {
  const all = await entries<string, Partial<KeptSketch> | undefined>(sketchDatabase);
  const present = all.filter(([, kept]) => kept?.deletedAt === undefined);
  const own = present.flatMap(([, kept]) => (isKeptSketch(kept) ? [kept] : []));
  const broken = present.filter(([, kept]) => !isKeptSketch(kept)).map(([id, kept]) => titleOf(kept) ?? id);
  return { own: own.toSorted((a, b) => b.savedAt - a.savedAt), broken };
}

/** Whether a stored value is a sketch that can be opened. */
export function isKeptSketch(value: unknown): value is KeptSketch {
  const kept = value as Partial<KeptSketch> | null | undefined;
  return typeof kept?.id === "string" && typeof kept.savedAt === "number" && typeof kept.revision === "string" && isOpenable(kept.sketch);
}

function titleOf(kept: Partial<KeptSketch> | undefined): string | undefined {
  const title: unknown = kept?.sketch?.title;
  return typeof title === "string" ? title : undefined;
}

/** How a sketch was saved: under its own id, or under a new one because another tab has saved something else there. */
export type SketchSave = { readonly kind: "saved" } | { readonly kind: "elsewhere"; readonly copy: KeptSketch };

/**
 * Saves a sketch. What another tab has saved under its id meanwhile stays, and this one goes beside it.
 *
 * @param seen the revision that this tab last saw or wrote; undefined for a new sketch
 */
export async function saveSketch(kept: KeptSketch, seen: string | undefined): Promise<SketchSave> {
  const left = unsavedSketches.ownMark(unsavedKey(kept.id));
  let isElsewhere = false;
  await update<KeptSketch>(
    kept.id,
    (stored) => {
      isElsewhere = stored !== undefined && stored.revision !== seen;
      return stored !== undefined && isElsewhere ? stored : kept;
    },
    sketchDatabase,
  );
  if (!isElsewhere) {
    unsavedSketches.clear(unsavedKey(kept.id), left);
    return { kind: "saved" };
  }
  const copy = keptSketch(crypto.randomUUID(), { ...kept.sketch, title: `${kept.sketch.title} (from another tab)` });
  await set(copy.id, copy, sketchDatabase);
  unsavedSketches.clear(unsavedKey(kept.id), left);
  return { kind: "elsewhere", copy };
}

/** Marks a sketch as deleted, or takes that back. */
export async function markDeleted(id: string, isDeleted: boolean): Promise<void> {
  await update<KeptSketch | undefined>(
    id,
    (stored) => {
      if (stored === undefined) return undefined;
      const { deletedAt: _, ...kept } = stored;
      return isDeleted ? { ...kept, deletedAt: Date.now() } : kept;
    },
    sketchDatabase,
  );
}

/** A sketch that its page could not save before it closed. */
interface UnsavedSketch extends KeptSketch {
  /** Revisions that it continues. */
  readonly seen?: readonly string[];
}

/** Earlier versions of the course kept one under an empty key. */
const unsavedSketches = new UnsavedWork<UnsavedSketch>("coalesce-unsaved-sketch", ({ id, sketch, revision }) => {
  return typeof id === "string" && typeof revision === "string" && isOpenable(sketch);
});

const unsavedKey = (id: string): string => `/${id}`;

/**
 * Keeps a sketch that was not saved yet when its page goes away.
 *
 * @param seen revisions that this page has read or is saving
 */
export function leaveSketch(kept: KeptSketch, seen: readonly string[]): void {
  unsavedSketches.keep(unsavedKey(kept.id), [{ ...kept, seen }]);
}

/** Saves what pages could not save before they closed: what another page has saved since stays, and the sketch that was left goes beside it. */
export async function restoreUnsavedSketches(): Promise<void> {
  await unsavedSketches.restoreAll(async ({ seen = [], ...left }) => {
    const stored = await get<KeptSketch>(left.id, sketchDatabase);
    if (stored !== undefined && JSON.stringify(stored.sketch) === JSON.stringify(left.sketch)) return;
    await saveSketch(
      left,
      seen.find((revision) => revision === stored?.revision),
    );
  });
}
