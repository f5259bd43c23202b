import { z } from "zod";
import type { AssignedExercise } from "#classroom/assignment/assignment.ts";
import { exerciseGrade } from "#classroom/grading/exercise-grade.ts";
import type { GradeResult } from "#judge/result.ts";
import type { PackagedExercise } from "#classroom/packages/page-data.ts";

/** The best that the page has said so far of one exercise: trying again costs nothing. */
export interface BestVerdict {
  /** Content hash of the exercise that was judged. */
  readonly version: string;
  /** In points of the assignment. */
  readonly points: number;
  readonly passed: boolean;
}

/** By id, those of the exercises that were tried. */
export type BestVerdicts = Readonly<Record<string, BestVerdict>>;

/** The verdicts after one more. A failure of the grader is no try. */
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

/** As short as may be: SCORM 1.2 keeps 4096 characters. */
const keptText = z.record(z.string(), z.tuple([z.string(), z.number(), z.union([z.literal(0), z.literal(1)])]));

/** The text that an LMS keeps from one visit to the next. */
export function keptFrom(best: BestVerdicts): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(best).map(([id, { version, points, passed }]) => [id, [version, points, +passed]])),
  );
}

/**
 * The verdicts of former visits. Those on exercises that the package no longer has, or has in another version, are left out;
 * a text that this page did not write holds none.
 */
export function bestFrom(kept: string, exercises: readonly PackagedExercise[]): BestVerdicts {
  const parsed = keptText.safeParse(parsedJson(kept));
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
