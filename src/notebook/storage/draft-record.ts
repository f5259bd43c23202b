import { createStore, get } from "idb-keyval";
import type { DraftRecord } from "./draft.ts";

export const draftDatabase = createStore("coalesce-drafts", "drafts");

/** What is stored of a learner's work on an exercise. */
export function readRecord(exercise: string): Promise<DraftRecord | undefined> {
  return get<DraftRecord>(exercise, draftDatabase);
}
