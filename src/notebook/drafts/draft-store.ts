import { createStore, get, update } from "idb-keyval";
import type { DraftRecord } from "./draft.ts";

const database = createStore("coalesce-drafts", "drafts");

export function readRecord(exercise: string): Promise<DraftRecord | undefined> {
  return get<DraftRecord>(exercise, database);
}

/** Changes a record in one transaction, so that two tabs never write over each other unseen. Gives the record that is stored now. */
export async function changeRecord(exercise: string, change: (record: DraftRecord | undefined) => DraftRecord): Promise<DraftRecord> {
  let stored: DraftRecord | undefined;
  await update<DraftRecord>(exercise, (record) => (stored = change(record)), database);
  if (stored === undefined) throw new Error("the draft was not written");
  return stored;
}
