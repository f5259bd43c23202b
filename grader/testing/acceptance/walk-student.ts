import type { Draw } from "#judge/exercise.ts";
import type { AnswerPool } from "./answer-pool.ts";
import type { KnownAnswer } from "./known-answer.ts";

/** A generated student, with everything that their row in the gradebook follows from. */
export interface WalkStudent {
  readonly id: string;
  /** Empty where the way of handing in knows no names. */
  readonly name: string;
  /** How they hand in: as the page writes it, as a folder with their name, or as files with their name. */
  readonly form: "file" | "folder" | "named-files";
  /** In the order of their times. */
  readonly handIns: readonly WalkHandIn[];
  readonly isHostile: boolean;
}

export interface WalkHandIn {
  /** Since the due time; negative before it. */
  readonly hoursLate: number;
  readonly answers: readonly KnownAnswer[];
  /** Whether the page's verdict in the file claims all points for everything. */
  readonly claimsAll: boolean;
  /** What the hand-in file says besides: an answer to what is not assigned, an older exercise. */
  readonly oddity?: "misspelt-exercise" | "older-version";
}

/** By exercise, in the order of the assignment. */
export type Pools = ReadonlyMap<string, AnswerPool>;

/** All times within a day before the due time, but for those that are about time. */
export function student(
  id: string,
  answers: readonly KnownAnswer[],
  draw: Draw,
  changes: Partial<WalkStudent & WalkHandIn> = {},
): WalkStudent {
  const { hoursLate = -draw.between(1, 24), claimsAll = false, oddity, form = "file", isHostile = false, handIns } = changes;
  const only = { hoursLate, answers, claimsAll, ...(oddity && { oddity }) };
  return { id, name: form === "file" ? `Name of ${id.slice(0, 40)}` : "", form, handIns: handIns ?? [only], isHostile };
}

/** What an ordinary student hands in: mostly right, partly wrong, now and then nothing. */
export function answersOf(pools: Pools, draw: Draw, given: readonly KnownAnswer[] = []): KnownAnswer[] {
  return [...pools.values()].flatMap((pool) => {
    const own = given.find(({ exercise }) => exercise === pool.exercise);
    return own ? [own] : ordinaryAnswer(pool, draw);
  });
}

function ordinaryAnswer({ right, wrong, starter }: AnswerPool, draw: Draw): KnownAnswer[] {
  const luck = draw.between(1, 100);
  if (luck <= 60) return [draw.oneOf(right)];
  if (luck <= 88) return [draw.oneOf(wrong)];
  return luck <= 95 ? [starter] : [];
}

export function ordinary(id: string, pools: Pools, draw: Draw): WalkStudent {
  const form = draw.oneOf(["file", "file", "file", "folder", "named-files"] as const);
  const answers = answersOf(pools, draw);
  // Nobody makes files of no answers.
  return student(id, answers, draw, { form: answers.length === 0 ? "file" : form });
}
