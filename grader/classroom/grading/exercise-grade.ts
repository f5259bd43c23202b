import type { AssignedExercise } from "../assignment/assignment.ts";
import type { CheckResult, GradeResult } from "#judge/result.ts";
import type { HandedAnswer } from "../submission/submission.ts";
import type { CheckGrade, ExerciseGrade } from "./class-grades.ts";
import { hundredths } from "./hundredths.ts";

/** What is graded when nothing was handed in: nothing is lost by it but the points. */
export function missingGrade({ id, points }: AssignedExercise): ExerciseGrade {
  return { exercise: id, status: "missing", points: 0, maxPoints: points, checks: [] };
}

/** A verdict in points of the assignment. Nobody gets nought for a failure of the grader's: that is null. */
export function exerciseGrade(assigned: AssignedExercise, { source, pageVerdict }: HandedAnswer, result: GradeResult): ExerciseGrade {
  const { checks, points } = share(assigned, result);
  return {
    exercise: assigned.id,
    status: result.status,
    points,
    maxPoints: assigned.points,
    result,
    checks,
    source,
    ...(pageVerdict && { pageVerdict }),
  };
}

function share(assigned: AssignedExercise, result: GradeResult): Pick<ExerciseGrade, "checks" | "points"> {
  switch (result.status) {
    case "fault":
      return { checks: [], points: null };
    case "error":
      return { checks: [], points: 0 };
    case "pass":
    case "fail":
      return sharedOut(assigned, result.checks);
  }
}

/** Shares the exercise's points out among its checks by weight: the exercise's own points, or what the assignment says. */
function sharedOut({ points, checks: weights, hideChecks }: AssignedExercise, results: readonly CheckResult[]) {
  const weighed = results
    .map((check) => ({ check, weight: weights === undefined ? check.maxPoints : (weights[check.id] ?? 0) }))
    .filter(({ weight }) => weight > 0);
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const earned = weighed.reduce((sum, { check, weight }) => sum + (check.verdict === "pass" ? weight : 0), 0);
  const checks = weighed.map(({ check, weight }): CheckGrade => {
    const maxPoints = hundredths((points * weight) / total);
    const isHidden = check.visibility === "hidden" || hideChecks.includes(check.id);
    return {
      id: check.id,
      case: check.case,
      points: check.verdict === "pass" ? maxPoints : 0,
      maxPoints,
      visibility: isHidden ? "hidden" : "visible",
    };
  });
  return { checks, points: hundredths((points * earned) / total) };
}
