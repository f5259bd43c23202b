import type { Sketch } from "#judge/sketch.ts";
import { KeptStore, type Kept, type KeptSave, type KeptWorks } from "./kept-store.ts";
import { isOpenable } from "./openable-sketch.ts";

/** A sketch that a learner keeps under a name of its own. */
export type KeptSketch = Kept<Sketch>;
/** The learner's sketches that are not deleted. */
export type Sketches = KeptWorks<Sketch>;
/** How a sketch was saved. */
export type SketchSave = KeptSave<Sketch>;

const store = new KeptStore<Sketch>(
  { database: "coalesce-sketches", store: "sketches", unsavedPrefix: "coalesce-unsaved-sketch" },
  isOpenable,
);

export const sketchDatabase = store.database;

/** A sketch as it is about to be saved. */
export const keptSketch = (id: string, sketch: Sketch): KeptSketch => store.kept(id, sketch);

export const readSketches = (): Promise<Sketches> => store.read();

/** Whether a stored value is a sketch that can be opened. */
export const isKeptSketch = (value: unknown): value is KeptSketch => store.isKept(value);

/** Saves a sketch: see `KeptStore.save`. */
export const saveSketch = (kept: KeptSketch, seen: string | undefined): Promise<SketchSave> => store.save(kept, seen);

/** Marks a sketch as deleted, or takes that back. */
export const markDeleted = (id: string, isDeleted: boolean): Promise<void> => store.markDeleted(id, isDeleted);

/** Keeps a sketch that was not saved yet when its page goes away: see `KeptStore.leave`. */
export const leaveSketch = (kept: KeptSketch, seen: readonly string[]): void => store.leave(kept, seen);

/** Saves what pages could not save before they closed. */
export const restoreUnsavedSketches = (): Promise<void> => store.restoreUnsaved();
