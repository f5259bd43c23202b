import { createStore, entries, get, set } from "idb-keyval";

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

/** One key per question; its value is the last answer. */
export const selfTestDatabase = createStore("coalesce-self-tests", "self-tests");

/** @param id unique in the course and stable across visits: the page and the number of the question on it */
export async function saveSelfTest(id: string, answer: SelfTestAnswer): Promise<void> {
  await set(id, answer, selfTestDatabase);
}

export function readSelfTest(id: string): Promise<SelfTestAnswer | undefined> {
  return get<SelfTestAnswer>(id, selfTestDatabase);
}

export async function readSelfTests(): Promise<ReadonlyMap<string, SelfTestAnswer>> {
  return new Map(await entries<string, SelfTestAnswer>(selfTestDatabase));
}
