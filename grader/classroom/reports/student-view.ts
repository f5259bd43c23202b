import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import type { ClassGrades, ExerciseGrade } from "../grading/class-grades.ts";
import type { Diagnosis } from "#judge/result.ts";
import { hiddenCaseViews, type HiddenCaseView } from "./hidden-case-view.ts";
import { pageComparison, type PageComparison } from "./page-comparison.ts";
import { distinct, judgedOf, sortChecks, sum, type CountedResult } from "./sorted-checks.ts";
import { errorForStudent } from "./student-error.ts";

/** One exercise of one student as far as the student may see it: nothing in here gives a hidden case or a hidden check away. */
export interface ExerciseView {
  readonly id: string;
  readonly title: string;
  readonly status: ExerciseGrade["status"];
  readonly points: number | null;
  readonly maxPoints: number;
  /** Ids of the cases that can be seen, in the exercise's order. */
  readonly cases: readonly string[];
  readonly checks: readonly CheckView[];
  readonly hiddenCases: readonly HiddenCaseView[];
  /** What checks are worth together whose verdicts students do not see; 0 where there are none. */
  readonly keptBackPoints: number;
  readonly diagnosis?: Diagnosis;
  readonly error?: AnswerError;
  readonly page?: PageComparison;
  readonly source?: string;
}

/** One check over all cases that can be seen. */
export interface CheckView {
  readonly id: string;
  readonly title: string;
  readonly points: number;
  readonly maxPoints: number;
  /** In the order of the cases; a check need not be judged in each of them. */
  readonly results: readonly CountedResult[];
}

/** What a student may see of one exercise. */
export function exerciseView(grade: ExerciseGrade, { assignment, exercises }: Pick<ClassGrades, "assignment" | "exercises">): ExerciseView {
  const { exercise: id, status, points, maxPoints, source } = grade;
  const judged = judgedOf(grade.result);
  const page = pageComparison(grade);
  const base = { id, title: exercises.find((summary) => summary.id === id)?.title ?? id, status, points, maxPoints };
  const shown = { ...base, ...(source !== undefined && { source }), ...(page && { page }) };
  if (!judged) {
    const error = grade.result?.status === "error" ? errorForStudent(grade.result.error) : undefined;
    return { ...shown, cases: [], checks: [], hiddenCases: [], keptBackPoints: 0, ...(error && { error }) };
  }
  const sorted = sortChecks(judged, grade, assignment);
  const diagnosis = sorted.seen.some(({ verdict }) => verdict === "fail") ? judged.diagnosis : undefined;
  return {
    ...shown,
    cases: distinct(sorted.seen.map((check) => check.case)),
    checks: distinct(sorted.seen.map((check) => check.id)).map((checkId) => checkView(sorted.seen.filter((check) => check.id === checkId))),
    hiddenCases: hiddenCaseViews(sorted.inHiddenCases),
    keptBackPoints: sum(sorted.keptBack.map((check) => check.maxPoints)),
    ...(diagnosis && { diagnosis }),
  };
}

function checkView(results: readonly CountedResult[]): CheckView {
  const [{ id, title }] = results;
  return {
    id,
    title,
    points: sum(results.map(({ points }) => points)),
    maxPoints: sum(results.map(({ maxPoints }) => maxPoints)),
    results,
  };
}
