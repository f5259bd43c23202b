import { replaced, type DraftRecord } from "./draft.ts";
import { changeRecord, readRecord } from "./draft-store.ts";
import { clearLastWords, readLastWords } from "./last-words.ts";

/** What was written on former visits, with what the last page could not save any more put in its place. */
export async function settledRecord(exercise: string): Promise<DraftRecord | undefined> {
  const lastWords = readLastWords(exercise);
  const record = await readRecord(exercise);
  if (lastWords === undefined || lastWords.savedAt <= (record?.current.savedAt ?? 0)) return record;
  const settled = await changeRecord(exercise, (stored) => replaced(stored, lastWords));
  clearLastWords(exercise);
  return settled;
}
