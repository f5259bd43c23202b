import { entries, update, type UseStore } from "idb-keyval";
import { activityDatabase } from "../storage/activity.ts";
import { UNSAVED_PREFIX, unsavedDrafts } from "../storage/drafts.ts";
import { caseDatabase } from "../storage/case-files.ts";
import { draftDatabase } from "../storage/draft-record.ts";
import { evidenceDatabase } from "../storage/evidence.ts";
import { isKeptProbe, probeDatabase } from "../storage/gpu-probes.ts";
import { historyDatabase } from "../storage/history.ts";
import { labKernels } from "../storage/lab-kernels.ts";
import { labRunDatabase } from "../storage/lab-runs.ts";
import { noteDatabase, restoreUnsavedNotes } from "../storage/notes.ts";
import { openStore } from "../storage/open-store.ts";
import { predictionDatabase } from "../storage/predictions.ts";
import { passedDatabase } from "../storage/passed.ts";
import { verdictDatabase } from "../storage/results.ts";
import { selfTestDatabase } from "../storage/self-tests.ts";
import { isKeptSketch, restoreUnsavedSketches, sketchDatabase } from "../storage/sketches.ts";

/** One kind of thing that the course stores in the browser, by key. */
export interface Shelf {
  readonly entries: () => Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Changes one value in one transaction. */
  readonly update: (key: string, change: (before: unknown) => unknown) => Promise<void>;
}

/** Everything that the course stores of a learner's work in a browser, by kind. */
export type Shelves = Readonly<Record<ShelfName, Shelf>>;

export type ShelfName =
  | "drafts"
  | "unsaved"
  | "history"
  | "passed"
  | "verdicts"
  | "activity"
  | "predictions"
  | "selfTests"
  | "evidence"
  | "cases"
  | "notes"
  | "sketches"
  | "kernels"
  | "kernelRuns"
  | "gpus"
  | "checklists"
  | "reading"
  | "assignments"
  | "handIns"
  | "student";

/** The shelves of this browser. */
export const browserShelves: Shelves = {
  drafts: databaseShelf(draftDatabase),
  // What an import brings stands beside what pages of this browser have left.
  unsaved: { ...localShelf(UNSAVED_PREFIX), entries: async () => unsavedDrafts.entries() },
  history: databaseShelf(historyDatabase),
  passed: databaseShelf(passedDatabase),
  verdicts: databaseShelf(verdictDatabase),
  activity: databaseShelf(activityDatabase),
  predictions: databaseShelf(predictionDatabase),
  selfTests: databaseShelf(selfTestDatabase),
  evidence: databaseShelf(evidenceDatabase),
  cases: databaseShelf(caseDatabase),
  notes: databaseShelf(noteDatabase, restoreUnsavedNotes),
  // A sketch that cannot be opened stays in the storage: with it, no browser would import the file.
  sketches: databaseShelf(sketchDatabase, restoreUnsavedSketches, isKeptSketch),
  // As for sketches.
  kernels: databaseShelf(
    labKernels.database,
    () => labKernels.restoreUnsaved(),
    (value) => labKernels.isKept(value),
  ),
  kernelRuns: databaseShelf(labRunDatabase),
  gpus: databaseShelf(probeDatabase, undefined, isKeptProbe),
  // These belong to rooms above this one, which is why they are opened here by name.
  checklists: localShelf("coalesce.checklist."),
  reading: localShelf("coalesce.reading"),
  assignments: databaseShelf(openStore("coalesce-assignments", "assignments")),
  handIns: databaseShelf(openStore("coalesce-hand-ins", "hand-ins")),
  student: databaseShelf(openStore("coalesce-student", "student")),
};

/**
 * @param restore saves what a page could not save before it closed
 * @param isWhole whether a stored value is one that the course can use
 */
function databaseShelf(database: UseStore, restore = () => Promise.resolve(), isWhole: (value: unknown) => boolean = () => true): Shelf {
  return {
    async entries() {
      await restore();
      return (await entries<string, unknown>(database)).filter(([, value]) => isWhole(value));
    },
    update: (key, change) => update<unknown>(key, change, database),
  };
}

/** The values in local storage whose keys begin with a prefix, by the rest of their key. A value that is no JSON is nothing that the course wrote. */
function localShelf(prefix: string): Shelf {
  const valueOf = (key: string): unknown => {
    try {
      return JSON.parse(localStorage.getItem(prefix + key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  };
  return {
    async entries() {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
      return keys
        .map((key) => key.slice(prefix.length))
        .flatMap((key) => (valueOf(key) === undefined ? [] : [[key, valueOf(key)] as const]));
    },
    async update(key, change) {
      localStorage.setItem(prefix + key, JSON.stringify(change(valueOf(key))));
    },
  };
}
