import type { PublicAssignment } from "#classroom/assignment/assignment.ts";
import { hundredths } from "#classroom/grading/exercise-grade.ts";
import type { BestVerdicts } from "./best-verdicts.ts";

/** What the page's verdicts on an assignment come to. */
export interface Standing {
  /** Sum over the exercises, in points of the assignment. */
  readonly points: number;
  readonly maxPoints: number;
  /** How many exercises were tried, passed, assigned. */
  readonly tried: number;
  readonly passed: number;
  readonly assigned: number;
}

export function standingOf({ exercises }: PublicAssignment, best: BestVerdicts): Standing {
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

/** Where an assignment stands as an LMS puts it: complete when every exercise was tried, passed when all were passed. */
export function statusOf({ tried, passed, assigned }: Standing): "incomplete" | "completed" | "passed" {
  if (passed === assigned) return "passed";
  return tried === assigned ? "completed" : "incomplete";
}
