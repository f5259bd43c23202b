import { get, update } from "idb-keyval";
import { openStore } from "./open-store.ts";

/** What a reader answered to a question of a self-test. */
export interface SelfTestAnswer {
  /** Path of the page below the course's base. */
  readonly page: string;
  /** The question as plain text. */
  readonly question: string;
  /** The reader's own words, or the text of the choice. */
  readonly given: string;
  /** Absent where the answer isn't judged by the page. */
  readonly verdict?: "right" | "not-yet";
  /** Points of the course's answer, as the reader ticked them: those that the reader's own answer makes, and the others. */
  readonly points?: { readonly said: readonly string[]; readonly missing: readonly string[] };
  /** Still being written: the next answer replaces it. */
  readonly isDraft?: true;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One key per question; its value is every answer that was given there, the first one first. */
export const selfTestDatabase = openStore("coalesce-self-tests", "self-tests");

/** @param id unique in the course and stable across visits: the page and the number of the question on it */
export async function saveSelfTest(id: string, answer: SelfTestAnswer): Promise<void> {
  await update<readonly SelfTestAnswer[]>(id, (before = []) => withAnswer(before, answer), selfTestDatabase);
}

/** What was last answered to a question; undefined where nothing was. */
export async function lastSelfTest(id: string): Promise<SelfTestAnswer | undefined> {
  return (await get<readonly SelfTestAnswer[]>(id, selfTestDatabase))?.at(-1);
}

/**
 * The answers with one more. It replaces the last one if that was a draft, or has the same words; a draft that has the words of an answer
 * adds nothing to it.
 */
export function withAnswer(before: readonly SelfTestAnswer[], answer: SelfTestAnswer): readonly SelfTestAnswer[] {
  const last = before.at(-1);
  if (last === undefined || (last.isDraft !== true && last.given !== answer.given)) return [...before, answer];
  return answer.isDraft === true && last.isDraft !== true ? before : [...before.slice(0, -1), answer];
}
