import type { CheckGrade, ClassGrades, ExerciseGrade } from "../grading/class-grades.ts";
import type { CheckResult, GradeResult, Judged } from "#judge/result.ts";
import { isHiddenCase } from "./page-comparison.ts";

/** A check in a case, with its share of the assignment's points; 0 of 0 where it does not count. */
export type CountedResult = CheckResult;

/** The checks of a verdict by what a student may see of them. */
export interface SortedChecks {
  readonly seen: readonly CountedResult[];
  readonly inHiddenCases: readonly CountedResult[];
  readonly keptBack: readonly CountedResult[];
}

/** @param ownPoints whether checks keep the exercise's points, in place of their share of the assignment's */
export function sortChecks(
  judged: Judged,
  grade: ExerciseGrade,
  { exercises }: ClassGrades["assignment"],
  { ownPoints = false } = {},
): SortedChecks {
  const assigned = exercises.find(({ id }) => id === grade.exercise);
  const key = (check: Pick<CheckGrade, "id" | "case">): string => `${check.id} ${check.case}`;
  const shares = new Map(grade.checks.map((check) => [key(check), check]));
  const hiddenIds = new Set([
    ...(assigned?.hideChecks ?? []),
    ...judged.checks.filter((check) => check.visibility === "hidden" && !isHiddenCase(check.case)).map((check) => check.id),
  ]);
  const checks = judged.checks.map((check): CountedResult => {
    if (ownPoints) return check;
    const share = shares.get(key(check));
    return { ...check, points: share?.points ?? 0, maxPoints: share?.maxPoints ?? 0 };
  });
  const isKeptBack = (check: CheckResult): boolean => hiddenIds.has(check.id);
  return {
    seen: checks.filter((check) => !isKeptBack(check) && !isHiddenCase(check.case)),
    inHiddenCases: checks.filter((check) => !isKeptBack(check) && isHiddenCase(check.case)),
    keptBack: checks.filter(isKeptBack),
  };
}

export function judgedOf(result: GradeResult | undefined): Judged | undefined {
  return result?.status === "pass" || result?.status === "fail" ? result : undefined;
}

export function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
