import { get, set } from "idb-keyval";
import type { GradeResult } from "#judge/result.ts";
import { conceptOfExercise } from "../evidence/concepts.ts";
import { noteTry, readActivity } from "./activity.ts";
import { noteEvidence } from "./evidence.ts";
import { addVersions, mergedHistory, readHistory, type Version } from "./history.ts";
import { savePassed } from "./passed.ts";
import { openStore } from "./open-store.ts";

/** The grader's last verdict on a learner's text for an exercise, and that text. */
export interface TextVerdict {
  readonly text: string;
  readonly exerciseVersion: string;
  readonly simulatorVersion: string;
  readonly status: "pass" | "fail" | "error";
  readonly score: number;
  readonly maxScore: number;
}

export const verdictDatabase = openStore("coalesce-verdicts", "verdicts");

export function readVerdict(exercise: string): Promise<TextVerdict | undefined> {
  return get<TextVerdict>(exercise, verdictDatabase);
}

/** The versions of an exercise, newest first, with the text that was graded last. */
export async function readVersions(exercise: string): Promise<readonly Version[]> {
  const [history, verdict] = await Promise.all([readHistory(exercise), readVerdict(exercise)]);
  return mergedHistory(history, formerVersions(history, verdict));
}

/** The text of the last verdict as a version, unless it is one already: before there was a history, it was all that was kept. */
export function formerVersions(history: readonly Version[], verdict: TextVerdict | undefined): readonly Version[] {
  return verdict === undefined || history.some(({ text }) => text === verdict.text) ? [] : [versionOf(verdict, 0)];
}

/**
 * Saves a result: the verdict on the text, the text as a version of the history, and, forever, that the exercise was passed.
 *
 * @param key what the text is stored by, if it isn't the exercise's id
 */
export async function saveResult(
  exercise: { readonly id: string; readonly version: string; readonly points: number },
  text: string,
  result: GradeResult,
  key = exercise.id,
): Promise<void> {
  const { id } = exercise;
  const at = Date.now();
  if (result.status === "pass") {
    await savePassed(id, { at, exerciseVersion: exercise.version });
    await notePass(id, at);
  }
  const verdict = verdictOn(text, result, exercise.points);
  if (verdict === undefined) return;
  const [history, former] = await Promise.all([readHistory(key), readVerdict(key)]);
  await addVersions(key, [...formerVersions(history, former), versionOf(verdict, at)]);
  await set(key, verdict, verdictDatabase);
  await noteTry(id);
}

/** What a pass says of the exercise's concept: by which answer it came, unless the solution had been looked at. */
async function notePass(exercise: string, at: number): Promise<void> {
  const concept = conceptOfExercise(exercise);
  if (concept === undefined) return;
  const { tries = 0, solutionAt } = (await readActivity(exercise)) ?? {};
  noteEvidence(concept, { kind: "exercise", source: exercise, isRight: true, ...(solutionAt === undefined && { attempt: tries + 1 }), at });
}

/** A text that was graded, as a version. */
function versionOf({ text, exerciseVersion, ...verdict }: TextVerdict, at: number): Version {
  return { text, at, exerciseVersion, verdict, ...(verdict.status === "pass" && { passedAt: at }) };
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
