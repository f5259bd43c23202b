import type { Assignment } from "#classroom/assignment/assignment.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import type { KnownAnswer } from "./known-answer.ts";
import type { WalkHandIn, WalkStudent } from "./walk-student.ts";
import { instantOfHandIn } from "./write-class.ts";

/** What the gradebook has to say of a student, worked out from what is known of the answers, and by no grader. */
export interface ExpectedRow {
  readonly id: string;
  readonly name: string;
  /** Points by exercise, in the assignment's order. */
  readonly exercises: readonly number[];
  readonly points: number;
  readonly score: number;
}

/** What an answer earns, as a share of the exercise's points, 0 to 1. */
export type ShareOf = (answer: KnownAnswer) => number;

export function expectedRow({ id, name, handIns }: WalkStudent, assignment: Assignment, shareOf: ShareOf): ExpectedRow {
  const counts = countedHandIn(handIns, assignment);
  const exercises = assignment.exercises.map(({ id, points }) => {
    const answer = counts.answers.find(({ exercise }) => exercise === id);
    return answer ? rounded(points * shareOf(answer)) : 0;
  });
  const points = rounded(exercises.reduce((sum, one) => sum + one, 0));
  return { id: id.trim(), name, exercises, points, score: rounded(points * factorOf(instantOfHandIn(counts, assignment), assignment)) };
}

/** The last hand-in within the assignment's time and its attempts; else the last of all. */
function countedHandIn(handIns: readonly WalkHandIn[], assignment: Assignment): WalkHandIn {
  const within = handIns.filter((handIn) => isOpen(instantOfHandIn(handIn, assignment), assignment)).slice(0, assignment.attempts);
  return within.at(-1) ?? handIns[handIns.length - 1];
}

function isOpen(instant: number, assignment: Assignment): boolean {
  const { opens, closes } = assignment;
  if (opens !== undefined && instant < instantOf(opens, assignment)) return false;
  return closes === undefined || instant <= instantOf(closes, assignment);
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Clocks do not change in the weeks of the walk, so that a day is 24 hours. */
function factorOf(instant: number, assignment: Assignment): number {
  const { late } = assignment;
  if (!isOpen(instant, assignment)) return 0;
  const since = instant - instantOf(assignment.due, assignment);
  if (late.policy === "none" || since <= late.graceMinutes * MINUTE) return 1;
  return late.policy === "zero" ? 0 : 1 - Math.min(Math.ceil(since / DAY) * late.percent, late.capPercent) / 100;
}

/** To hundredths, a half upwards. */
const rounded = (points: number): number => Number((Math.round(points * 100 + 1e-7) / 100).toFixed(2));
