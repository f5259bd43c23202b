import { includesWords } from "../list-filters.ts";

/** The filters of the list of exercises; an empty string means "any". The names are those of the form's fields and of the page's query. */
export interface Filters {
  /** Words that the row must all contain. */
  readonly q: string;
  readonly part: string;
  readonly concept: string;
  readonly difficulty: string;
  /** The most minutes, or "more" for more than the longest of `timeLimits`. */
  readonly time: string;
  /** "open": only exercises that were not passed yet. */
  readonly show: string;
  /** "failed": what was tried and not passed comes first. */
  readonly order: string;
}

/** What the filters read of a row of the list. */
export interface Row {
  readonly text: string;
  readonly part: string;
  readonly concepts: readonly string[];
  readonly difficulty: string;
  readonly minutes: number;
  readonly passed: boolean;
}

/** The choices for the most minutes that an exercise may take. */
export const timeLimits = [5, 10, 20] as const;

/** The filters of a form or of a page's query. */
export function readFilters(values: { get(name: string): unknown }): Filters {
  const value = (name: string): string => String(values.get(name) ?? "").trim();
  return {
    q: value("q"),
    part: value("part"),
    concept: value("concept"),
    difficulty: value("difficulty"),
    time: value("time"),
    show: value("show"),
    order: value("order"),
  };
}

/** Whether an exercise is to be shown: it contains every word, and matches every choice. */
export function matches(row: Row, { q, part, concept, difficulty, time, show }: Filters): boolean {
  return (
    includesWords(row.text, q) &&
    (part === "" || row.part === part) &&
    (concept === "" || row.concepts.includes(concept)) &&
    (difficulty === "" || row.difficulty === difficulty) &&
    fitsTime(row.minutes, time) &&
    (show !== "open" || !row.passed)
  );
}

function fitsTime(minutes: number, time: string): boolean {
  if (time === "") return true;
  return time === "more" ? minutes > Math.max(...timeLimits) : minutes <= Number(time);
}

/** The list in a sentence: how much of it is shown, and how much of that was passed. */
export function countSentence({ shown, total, passed }: { shown: number; total: number; passed: number }): string {
  const exercises = total === 1 ? "exercise" : "exercises";
  const head = shown === total ? `${total} ${exercises}` : `${shown} of ${total} ${exercises}`;
  return passed === 0 ? head : `${head}, ${passed} passed`;
}
