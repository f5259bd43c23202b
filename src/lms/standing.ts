import { z } from "zod";
import type { AssignedExercise, PublicAssignment } from "#classroom/assignment/assignment.ts";
import { exerciseGrade, hundredths } from "#classroom/grading/exercise-grade.ts";
import type { PackagedExercise } from "#classroom/packages/page-data.ts";
import type { GradeResult } from "#judge/result.ts";

/** The page's best verdict so far on one exercise: trying again costs nothing. */
export interface BestVerdict {
  /** Content hash of the exercise that was graded. */
  readonly version: string;
  /** In points of the assignment. */
  readonly points: number;
  readonly passed: boolean;
}

/** The best verdicts by id of the exercise, for exercises that were tried. */
export type BestVerdicts = Readonly<Record<string, BestVerdict>>;

/** The verdicts after one more result. A failure of the grader does not count as a try. */
export function withVerdict(best: BestVerdicts, assigned: AssignedExercise, result: GradeResult): BestVerdicts {
  const { points, status } = exerciseGrade(assigned, { exercise: assigned.id, source: "" }, result);
  if (points === null) return best;
  const former = best[assigned.id];
  const verdict: BestVerdict = {
    version: result.exerciseVersion,
    points: Math.max(points, former?.points ?? 0),
    passed: status === "pass" || former?.passed === true,
  };
  return { ...best, [assigned.id]: verdict };
}

/** As short as possible: SCORM 1.2 stores 4096 characters. */
const savedText = z.record(z.string(), z.tuple([z.string(), z.number(), z.union([z.literal(0), z.literal(1)])]));

/** The verdicts as the text that an LMS stores from one visit to the next. */
export function textOfVerdicts(best: BestVerdicts): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(best).map(([id, { version, points, passed }]) => [id, [version, points, +passed]])),
  );
}

/**
 * The verdicts of earlier visits. Those on exercises that the package no longer has, or has in another version, are left out;
 * a text that this page did not write contains none.
 */
export function verdictsFromText(saved: string, exercises: readonly PackagedExercise[]): BestVerdicts {
  const parsed = savedText.safeParse(parsedJson(saved));
  if (!parsed.success) return {};
  const known = exercises.flatMap(({ id, version }): [string, BestVerdict][] => {
    const verdict = parsed.data[id];
    return verdict?.[0] === version ? [[id, { version, points: verdict[1], passed: verdict[2] === 1 }]] : [];
  });
  return Object.fromEntries(known);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sum of the page's verdicts on an assignment. */
export interface Standing {
  /** Sum over the exercises, in points of the assignment. */
  readonly points: number;
  readonly maxPoints: number;
  /** How many exercises were tried, passed, assigned. */
  readonly tried: number;
  readonly passed: number;
  readonly assigned: number;
}

/** Exercises of the instructor's own are left out: no page judges them. */
export function standingOf({ exercises: all, own = [] }: PublicAssignment, best: BestVerdicts): Standing {
  const exercises = all.filter(({ id }) => !own.some((one) => one.id === id));
  const verdicts = exercises.flatMap(({ id }) => best[id] ?? []);
  return {
    points: hundredths(verdicts.reduce((sum, { points }) => sum + points, 0)),
    maxPoints: hundredths(exercises.reduce((sum, { points }) => sum + points, 0)),
    tried: verdicts.length,
    passed: verdicts.filter(({ passed }) => passed).length,
    assigned: exercises.length,
  };
}

/** The share of the points that was earned, 0 to 1. */
export function shareOf({ points, maxPoints }: Standing): number {
  return points / maxPoints;
}

/** The status of an assignment in an LMS's terms: completed when every exercise was tried, passed when all were passed. */
export function statusOf({ tried, passed, assigned }: Standing): "incomplete" | "completed" | "passed" {
  if (passed === assigned) return "passed";
  return tried === assigned ? "completed" : "incomplete";
}
