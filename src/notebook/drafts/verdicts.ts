import { createStore, get, set } from "idb-keyval";
import type { GradeResult } from "#judge/result.ts";
import { writePassed } from "./progress.ts";

/** What the grader last said of a learner's text for an exercise, and of which text. */
export interface TextVerdict {
  readonly text: string;
  readonly exerciseVersion: string;
  readonly simulatorVersion: string;
  readonly status: "pass" | "fail" | "error";
  readonly score: number;
  readonly maxScore: number;
}

const database = createStore("coalesce-verdicts", "verdicts");

export function readVerdict(exercise: string): Promise<TextVerdict | undefined> {
  return get<TextVerdict>(exercise, database);
}

/** Keeps what was found of a text: the verdict, and for ever that the exercise was passed. */
export async function keepResult(
  exercise: { readonly id: string; readonly version: string; readonly points: number },
  text: string,
  result: GradeResult,
): Promise<void> {
  if (result.status === "pass") await writePassed(exercise.id, { at: Date.now(), exerciseVersion: exercise.version });
  const verdict = verdictOn(text, result, exercise.points);
  if (verdict !== undefined) await set(exercise.id, verdict, database);
}

/**
 * The verdict on a text; none where the grader failed, which says nothing of the text.
 *
 * @param points what the exercise is worth: of an answer that could not be judged, the result does not say it.
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
