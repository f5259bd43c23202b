import type { AssignedExercise } from "../assignment/assignment.ts";
import { isDrawnCase } from "#judge/hidden-cases.ts";
import type { CheckResult, GradeResult } from "#judge/result.ts";
import type { PageVerdict } from "../submission/hand-in.ts";
import type { HandedAnswer } from "../submission/submission.ts";
import type { Adjustment } from "./adjustments.ts";

/** The grade of one student in one exercise. */
export interface ExerciseGrade {
  readonly exercise: string;
  /**
   * "missing": nothing was handed in. "unread": something was, and it could not be read. "fault": the grader failed, and the answer still
   * waits for a verdict. "excused": it does not count for this student, because the instructor excused them or because other exercises were
   * drawn for them.
   */
  readonly status: "pass" | "fail" | "error" | "fault" | "missing" | "unread" | "excused";
  /** Rounded to hundredths; null for a fault and for a hand-in that could not be read. */
  readonly points: number | null;
  readonly maxPoints: number;
  /** The verdict; absent when nothing was handed in. */
  readonly result?: GradeResult;
  /** Answers of one group behave alike: see `groupOf`. Absent without a verdict. */
  readonly group?: string;
  /** The checks that count, with their share of the assignment's points; empty if the answer was not judged. */
  readonly checks: readonly CheckGrade[];
  /** The answer's source; absent when nothing was handed in. */
  readonly source?: string;
  /** The verdict of the student's own page, which is never used for grading. */
  readonly pageVerdict?: PageVerdict;
  /** Why the hand-in could not be read; only for "unread". */
  readonly reasons?: readonly string[];
  /** When the answer was handed in, in milliseconds since 1970, if another hand-in than the student's last one counts here. */
  readonly handedInAt?: number;
  /** The factor of lateness of that hand-in, 0 to 1. */
  readonly factor?: number;
  /** The judged points, where the instructor set others. */
  readonly judgedPoints?: number | null;
  /** The instructor's comment. */
  readonly comment?: string;
  /** It was not drawn for this student; only for "excused". */
  readonly isNotDrawn?: true;
}

/** One check in one case, in points of the assignment. */
export interface CheckGrade {
  readonly id: string;
  readonly case: string;
  readonly points: number;
  readonly maxPoints: number;
  /** Hidden from the student: by a hidden case, by the exercise, or by the assignment. */
  readonly visibility: "visible" | "hidden";
}

/** The grade for an exercise without a submitted answer. */
export function missingGrade({ id, points }: AssignedExercise): ExerciseGrade {
  return { exercise: id, status: "missing", points: 0, maxPoints: points, checks: [] };
}

/** The grade for an exercise whose hand-in could not be read: open, not 0. */
export function unreadGrade({ id, points }: AssignedExercise, reasons: readonly string[]): ExerciseGrade {
  return { exercise: id, status: "unread", points: null, maxPoints: points, checks: [], reasons };
}

/** A grade with the instructor's decisions applied: other points, an excuse, a comment. */
export function adjustedGrade(grade: ExerciseGrade, adjustments: readonly Adjustment[]): ExerciseGrade {
  const own = adjustments.filter(({ exercise }) => exercise === grade.exercise);
  const comment = own.flatMap(({ comment = [] }) => comment).join(" ");
  const commented = comment === "" ? grade : { ...grade, comment };
  if (adjustments.some(({ exercise, excused }) => excused && (exercise === undefined || exercise === grade.exercise)))
    return { ...commented, status: "excused", points: 0, maxPoints: 0 };
  const points = own.findLast((adjustment) => adjustment.points !== undefined)?.points;
  return points === undefined ? commented : { ...commented, points: hundredths(points), judgedPoints: grade.points };
}

/** The grade for an exercise that was not drawn for the student, whatever was handed in. */
export function undrawnGrade({ id }: AssignedExercise): ExerciseGrade {
  return { exercise: id, status: "excused", points: 0, maxPoints: 0, checks: [], isNotDrawn: true };
}

/** The grade for a verdict, in points of the assignment. A fault is not the student's: its points are null, not 0. */
export function exerciseGrade(assigned: AssignedExercise, { source, pageVerdict }: HandedAnswer, result: GradeResult): ExerciseGrade {
  const { checks, points } = pointsOf(assigned, result);
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

function pointsOf(assigned: AssignedExercise, result: GradeResult): Pick<ExerciseGrade, "checks" | "points"> {
  switch (result.status) {
    case "fault":
      return { checks: [], points: null };
    case "error":
      return { checks: [], points: 0 };
    case "pass":
    case "fail":
      return distributed(assigned, result.checks);
  }
}

/**
 * Distributes the exercise's points among its checks, by the assignment's weights if it gives any, else by the checks' own points. A check
 * may hold and earn nothing: if no element is where it belongs, or in a drawn case in which another check that counts fails.
 */
function distributed({ points, checks: weights, hideChecks }: AssignedExercise, results: readonly CheckResult[]) {
  const weighed = results.map((check) => ({ check, weight: weightOf(check, weights) })).filter(({ weight }) => weight > 0);
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const broken = new Set(results.filter((check) => isRequired(check, weights) && check.verdict !== "pass").map((check) => check.case));
  const isEarned = (check: CheckResult): boolean =>
    isDrawnCase(check.case) ? !broken.has(check.case) : check.verdict === "pass" && check.points === check.maxPoints;
  const earned = weighed.reduce((sum, { check, weight }) => sum + (isEarned(check) ? weight : 0), 0);
  const shares = exactShares(
    points,
    weighed.map(({ weight }) => weight),
  );
  const checks = weighed.map(({ check }, i): CheckGrade => {
    const maxPoints = shares[i] ?? 0;
    const isHidden = check.visibility === "hidden" || hideChecks.includes(check.id);
    return {
      id: check.id,
      case: check.case,
      points: isEarned(check) ? maxPoints : 0,
      maxPoints,
      visibility: isHidden ? "hidden" : "visible",
    };
  });
  return { checks, points: hundredths((points * earned) / total) };
}

/** Whether a drawn case earns nothing unless this check holds: not if it is a cost to which the assignment gives no weight. */
function isRequired(check: CheckResult, weights: AssignedExercise["checks"]): boolean {
  return check.kind !== "cost" || check.maxPoints === 0 || weightOf(check, weights) > 0;
}

/**
 * Points divided in proportion to weights, in hundredths that add up to the points exactly: rounded one by one, many small shares would
 * miss them. The remainder goes to the shares that lost the most by rounding down.
 */
export function exactShares(points: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (points * 100 * weight) / total);
  const whole = exact.map((share) => Math.floor(share * (1 + Number.EPSILON)));
  const left = Math.round(points * 100) - whole.reduce((sum, share) => sum + share, 0);
  const byLoss = exact.map((share, i) => ({ i, loss: share - (whole[i] ?? 0) })).sort((a, b) => b.loss - a.loss || a.i - b.i);
  const raised = new Set(byLoss.slice(0, left).map(({ i }) => i));
  return whole.map((share, i) => (share + (raised.has(i) ? 1 : 0)) / 100);
}

/** A check that the starter passes counts for nothing, whatever the assignment says. */
function weightOf({ id, maxPoints }: CheckResult, weights: AssignedExercise["checks"]): number {
  if (weights === undefined || maxPoints === 0) return maxPoints;
  return Object.hasOwn(weights, id) ? (weights[id] ?? 0) : 0;
}

/** Points rounded to hundredths, half up: 1.005 gives 1.01, although its nearest double is smaller. */
export function hundredths(points: number): number {
  return Math.round(points * 100 * (1 + Number.EPSILON)) / 100;
}
