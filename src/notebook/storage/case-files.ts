import { entries, get, update } from "idb-keyval";
import { openStore } from "./open-store.ts";

/** The questions of a case file that are answered once, in their order. Mending the kernel comes after them. */
export const CASE_QUESTIONS = ["line", "cause", "counter"] as const;
export type CaseQuestion = (typeof CASE_QUESTIONS)[number];

/** The first answer to a question of a case file: the one that counts. */
export interface CaseAnswer {
  /** The number of the line, or 0 where none is guilty; the number of the cause, from 0; the predicted count. */
  readonly given: number;
  readonly isRight: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a learner did with the kernel of a case file. */
export interface CaseMending {
  /** How many texts were judged. */
  readonly tries: number;
  /** When a text first passed, in milliseconds since 1970. */
  readonly mendedAt?: number;
  /** When the course's remedy was first looked at. */
  readonly remedyAt?: number;
}

/** All that is kept of a learner's work on a case file, apart from the text. */
export interface CaseRecord {
  readonly answers: { readonly [Question in CaseQuestion]?: CaseAnswer };
  readonly mending?: CaseMending;
}

/** One key per case file: its folder's name. */
export const caseDatabase = openStore("coalesce-cases", "cases");

export const NO_CASE_RECORD: CaseRecord = { answers: {} };

export async function readCaseRecord(id: string): Promise<CaseRecord> {
  return (await get<CaseRecord>(id, caseDatabase)) ?? NO_CASE_RECORD;
}

export async function allCaseRecords(): Promise<ReadonlyMap<string, CaseRecord>> {
  return new Map(await entries<string, CaseRecord>(caseDatabase));
}

/** Keeps an answer, unless the question was answered before. */
export function saveCaseAnswer(id: string, question: CaseQuestion, answer: CaseAnswer): Promise<void> {
  return merge(id, { answers: { [question]: answer } });
}

/** Notes that a text was judged. */
export function noteCaseTry(id: string, isMended: boolean): Promise<void> {
  return update<CaseRecord>(
    id,
    (before = NO_CASE_RECORD) => {
      const tries = (before.mending?.tries ?? 0) + 1;
      return mergedCase(before, { answers: {}, mending: { tries, ...(isMended && { mendedAt: Date.now() }) } });
    },
    caseDatabase,
  );
}

export function noteCaseRemedy(id: string): Promise<void> {
  return merge(id, { answers: {}, mending: { tries: 0, remedyAt: Date.now() } });
}

function merge(id: string, added: CaseRecord): Promise<void> {
  return update<CaseRecord>(id, (before = NO_CASE_RECORD) => mergedCase(before, added), caseDatabase);
}

/** What two records of a case say together: of each question the first answer. Their tries may be the same ones: the larger number is certain. */
export function mergedCase(one: CaseRecord, other: CaseRecord): CaseRecord {
  const answers = CASE_QUESTIONS.flatMap((question) => {
    const [first] = [one, other].flatMap(({ answers }) => answers[question] ?? []).toSorted((a, b) => a.at - b.at);
    return first === undefined ? [] : [[question, first] as const];
  });
  const mendings = [one, other].flatMap(({ mending }) => mending ?? []);
  if (mendings.length === 0) return { answers: Object.fromEntries(answers) };
  const mendedAt = earliest(mendings.map((mending) => mending.mendedAt));
  const remedyAt = earliest(mendings.map((mending) => mending.remedyAt));
  return {
    answers: Object.fromEntries(answers),
    mending: {
      tries: Math.max(...mendings.map(({ tries }) => tries)),
      ...(mendedAt !== undefined && { mendedAt }),
      ...(remedyAt !== undefined && { remedyAt }),
    },
  };
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
