import { get } from "idb-keyval";
import { readableRecord, type DraftRecord } from "./draft.ts";
import { openStore } from "./open-store.ts";

export const draftDatabase = openStore("coalesce-drafts", "drafts");

/** What is stored of a learner's work on an exercise. */
export async function readRecord(exercise: string): Promise<DraftRecord | undefined> {
  return readableRecord(await get<unknown>(exercise, draftDatabase));
}
