import { createStore, get, keys, set } from "idb-keyval";
import type { GradeResult } from "#judge/result.ts";

/** That an exercise was passed once: kept forever, whatever is tried later. */
export interface Passed {
  readonly at: number;
  readonly exerciseVersion: string;
}

const passedDatabase = createStore("coalesce-progress", "passed");

export function readPassed(exercise: string): Promise<Passed | undefined> {
  return get<Passed>(exercise, passedDatabase);
}

/** Ids of all exercises that were passed in this browser. */
export async function passedExercises(): Promise<ReadonlySet<string>> {
  return new Set(await keys<string>(passedDatabase));
}

/** The grader's last verdict on a learner's text for an exercise, and that text. */
export interface TextVerdict {
  readonly text: string;
  readonly exerciseVersion: string;
  readonly simulatorVersion: string;
  readonly status: "pass" | "fail" | "error";
  readonly score: number;
  readonly maxScore: number;
}

const verdictDatabase = createStore("coalesce-verdicts", "verdicts");

export function readVerdict(exercise: string): Promise<TextVerdict | undefined> {
  return get<TextVerdict>(exercise, verdictDatabase);
}

/** Saves a result: the verdict on the text and, forever, that the exercise was passed. */
export async function saveResult(
  exercise: { readonly id: string; readonly version: string; readonly points: number },
  text: string,
  result: GradeResult,
): Promise<void> {
  if (result.status === "pass") {
    const passed: Passed = { at: Date.now(), exerciseVersion: exercise.version };
    await set(exercise.id, passed, passedDatabase);
  }
  const verdict = verdictOn(text, result, exercise.points);
  if (verdict !== undefined) await set(exercise.id, verdict, verdictDatabase);
}

/**
 * The verdict on a text; undefined where the grader failed, which says nothing about the text.
 *
 * @param points what the exercise is worth: the result of an answer that could not be judged does not say
 */
export function verdictOn(text: string, result: GradeResult, points: number): TextVerdict | undefined {
  const { exerciseVersion, simulatorVersion } = result;
  switch (result.status) {
    case "pass":
    case "fail":
      return { text, exerciseVersion, simulatorVersion, status: result.status, score: result.score, maxScore: result.maxScore };
    case "error":
      return { text, exerciseVersion, simulatorVersion, status: "error", score: 0, maxScore: points };
    case "fault":
      return undefined;
  }
}
