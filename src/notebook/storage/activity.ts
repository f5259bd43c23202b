import { entries, get, update } from "idb-keyval";
import { openStore } from "./open-store.ts";

/** What a learner did with an exercise, apart from writing: shown to that learner in "My work", and to nobody else. */
export interface Activity {
  /** How many times a text was graded. */
  readonly tries: number;
  /** The most hints that were looked at. */
  readonly hints: number;
  /** When the course's solution was first looked at, in milliseconds since 1970. */
  readonly solutionAt?: number;
}

export const activityDatabase = openStore("coalesce-activity", "activity");

export function noteTry(exercise: string): Promise<void> {
  return note(exercise, { tries: 1, hints: 0 });
}

/** @param hints how many are shown */
export function noteHints(exercise: string, hints: number): Promise<void> {
  return note(exercise, { tries: 0, hints });
}

export function noteSolution(exercise: string): Promise<void> {
  return note(exercise, { tries: 0, hints: 0, solutionAt: Date.now() });
}

/** What was done with an exercise; undefined for nothing. */
export function readActivity(exercise: string): Promise<Activity | undefined> {
  return get<Activity>(exercise, activityDatabase);
}

/** What was done with each exercise, by id. */
export async function activities(): Promise<ReadonlyMap<string, Activity>> {
  return new Map(await entries<string, Activity>(activityDatabase));
}

const NONE: Activity = { tries: 0, hints: 0 };

function note(exercise: string, added: Activity): Promise<void> {
  return update<Activity>(
    exercise,
    (before = NONE) => ({ ...together(before, added), tries: before.tries + added.tries }),
    activityDatabase,
  );
}

/** The activity of two browsers. Their tries may be the same ones: the larger number is certain. */
export function mergedActivity(one: Activity, other: Activity): Activity {
  return { ...together(one, other), tries: Math.max(one.tries, other.tries) };
}

function together(one: Activity, other: Activity): Omit<Activity, "tries"> {
  const looks = [one.solutionAt, other.solutionAt].filter((at) => at !== undefined);
  return { hints: Math.max(one.hints, other.hints), ...(looks.length > 0 && { solutionAt: Math.min(...looks) }) };
}
