import { update } from "idb-keyval";
import { openStore } from "./open-store.ts";

/** What a reader answered to a question of a self-test. */
export interface SelfTestAnswer {
  /** Path of the page below the course's base. */
  readonly page: string;
  /** The question as plain text. */
  readonly question: string;
  /** The reader's own words, or the text of the choice. */
  readonly given: string;
  /** Absent: compared with the course's answer, and not judged. */
  readonly verdict?: "right" | "not-yet";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One key per question; its value is every answer that was given there, the first one first. */
export const selfTestDatabase = openStore("coalesce-self-tests", "self-tests");

/** @param id unique in the course and stable across visits: the page and the number of the question on it */
export async function saveSelfTest(id: string, answer: SelfTestAnswer): Promise<void> {
  await update<readonly SelfTestAnswer[]>(id, (before = []) => withAnswer(before, answer), selfTestDatabase);
}

/** The answers with one more. A later mark for the same words replaces the earlier one. */
function withAnswer(before: readonly SelfTestAnswer[], answer: SelfTestAnswer): readonly SelfTestAnswer[] {
  return [...before.filter(({ given }, number) => number < before.length - 1 || given !== answer.given), answer];
}
