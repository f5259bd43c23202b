import { createStore, entries, get, set, update } from "idb-keyval";
import type { Sketch } from "#judge/sketch.ts";

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

/** The learner's sketches that are not deleted, the one saved last first. */
export async function readSketches(): Promise<KeptSketch[]> {
  const all = await entries<string, KeptSketch>(sketchDatabase);
  return all
    .map(([, kept]) => kept)
    .filter(({ deletedAt }) => deletedAt === undefined)
    .toSorted((a, b) => b.savedAt - a.savedAt);
}

/** How a sketch was saved: under its own id, or under a new one because another tab has saved something else there. */
export type SketchSave = { readonly kind: "saved" } | { readonly kind: "elsewhere"; readonly copy: KeptSketch };

/**
 * Saves a sketch. What another tab has saved under its id meanwhile stays, and this one goes beside it.
 *
 * @param seen the revision that this tab last saw or wrote; undefined for a new sketch
 */
export async function saveSketch(kept: KeptSketch, seen: string | undefined): Promise<SketchSave> {
  let isElsewhere = false;
  await update<KeptSketch>(
    kept.id,
    (stored) => {
      isElsewhere = stored !== undefined && stored.revision !== seen;
      return stored !== undefined && isElsewhere ? stored : kept;
    },
    sketchDatabase,
  );
  if (!isElsewhere) return { kind: "saved" };
  const copy = keptSketch(crypto.randomUUID(), { ...kept.sketch, title: `${kept.sketch.title} (from another tab)` });
  await set(copy.id, copy, sketchDatabase);
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

const UNSAVED_KEY = "coalesce-unsaved-sketch";

/** Keeps a sketch that was not saved yet when its page goes away, in the only storage that can be written while a page unloads. */
export function keepUnsavedSketch(kept: KeptSketch): void {
  try {
    localStorage.setItem(UNSAVED_KEY, JSON.stringify(kept));
  } catch {
    // The disk is full: the ordinary save has already told the learner.
  }
}

/** Saves what the last page could not save before it closed. */
export async function restoreUnsavedSketch(): Promise<void> {
  let unsaved: KeptSketch | undefined;
  try {
    unsaved = JSON.parse(localStorage.getItem(UNSAVED_KEY) ?? "null") as KeptSketch | undefined;
  } catch {
    return;
  }
  if (unsaved === undefined || unsaved === null) return;
  const stored = await get<KeptSketch>(unsaved.id, sketchDatabase);
  if (stored === undefined || stored.savedAt < unsaved.savedAt) await set(unsaved.id, unsaved, sketchDatabase);
  localStorage.removeItem(UNSAVED_KEY);
}
