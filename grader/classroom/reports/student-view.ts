import type { CheckResult, Diagnosis, GradeResult, Judged } from "#judge/result.ts";
import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import type { CheckGrade, ExerciseGrade } from "../grading/exercise-grade.ts";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import { isHiddenCase } from "#judge/hidden-cases.ts";
import { pageComparison, type PageComparison } from "./page-comparison.ts";

/** The solutions that feedback may show, by exercise; empty until they are released. */
export type ShownSolutions = ReadonlyMap<string, string>;

/** The part of one exercise that a student may see: nothing in it reveals a hidden case or a hidden check. */
export interface ExerciseView {
  readonly id: string;
  readonly title: string;
  readonly status: ExerciseGrade["status"];
  readonly points: number | null;
  readonly maxPoints: number;
  /** Ids of the visible cases, in the exercise's order. */
  readonly cases: readonly string[];
  readonly checks: readonly CheckView[];
  readonly hiddenCases: readonly HiddenCaseView[];
  /** The points of all checks whose verdicts students do not see; 0 if there are none. */
  readonly withheldPoints: number;
  readonly diagnosis?: Diagnosis;
  readonly error?: AnswerError;
  readonly page?: PageComparison;
  readonly source?: string;
  /** Why the hand-in could not be read; empty otherwise. */
  readonly reasons: readonly string[];
  /** The judged points, where the instructor set others. */
  readonly judgedPoints?: number | null;
  /** The instructor's comment. */
  readonly comment?: string;
  /** The factor of lateness of another hand-in than the last, where that one counts here. */
  readonly factor?: number;
}

/** One check over all visible cases. */
export interface CheckView {
  readonly id: string;
  readonly title: string;
  readonly points: number;
  readonly maxPoints: number;
  /** In the order of the cases; a check need not be judged in each of them. */
  readonly results: readonly CheckResult[];
}

/** The part of each exercise that a student got and may see, in the assignment's order. All files of the student's are made from it. */
export function exerciseViews({ exercises }: StudentGrade, grades: ClassHead): ExerciseView[] {
  return exercises.filter(({ isNotDrawn }) => !isNotDrawn).map((grade) => exerciseView(grade, grades));
}

/** The part of one exercise that a student may see. */
function exerciseView(grade: ExerciseGrade, { assignment, exercises }: Pick<ClassHead, "assignment" | "exercises">): ExerciseView {
  const { exercise: id, status, points, maxPoints, source, reasons = [], judgedPoints, comment, factor } = grade;
  const judged = judgedOf(grade.result);
  const page = pageComparison(grade);
  const base = { id, title: exercises.find((summary) => summary.id === id)?.title ?? id, status, points, maxPoints, reasons };
  const decided = {
    ...(judgedPoints !== undefined && { judgedPoints }),
    ...(comment !== undefined && { comment }),
    ...(factor !== undefined && { factor }),
  };
  const shown = { ...base, ...decided, ...(source !== undefined && { source }), ...(page && { page }) };
  if (!judged) {
    const error = grade.result?.status === "error" ? errorForStudent(grade.result.error) : undefined;
    return { ...shown, cases: [], checks: [], hiddenCases: [], withheldPoints: 0, ...(error && { error }) };
  }
  const sorted = sortChecks(judged, grade, assignment);
  const diagnosis = sorted.seen.some(({ verdict }) => verdict === "fail") ? judged.diagnosis : undefined;
  return {
    ...shown,
    cases: distinct(sorted.seen.map((check) => check.case)),
    checks: distinct(sorted.seen.map((check) => check.id)).map((checkId) =>
      checkView(
        checkId,
        sorted.seen.filter((check) => check.id === checkId),
      ),
    ),
    hiddenCases: hiddenCaseViews(sorted.inHiddenCases),
    withheldPoints: sum(sorted.withheld.map((check) => check.maxPoints)),
    ...(diagnosis && { diagnosis }),
  };
}

function checkView(id: string, results: readonly CheckResult[]): CheckView {
  const title = (results.find(({ verdict }) => verdict === "fail") ?? results[0])?.title ?? id;
  return {
    id,
    title,
    points: sum(results.map(({ points }) => points)),
    maxPoints: sum(results.map(({ maxPoints }) => maxPoints)),
    results,
  };
}

/** A failed check. */
export interface CheckFinding {
  readonly check: CheckView;
  /** The first case that it fails in, usually the smallest. */
  readonly first: CheckResult;
  /** The other cases that it fails in. */
  readonly others: readonly CheckResult[];
  /** The name of its picture, such as "row-walk-1"; absent if the failure cannot be drawn. */
  readonly picture?: string;
}

/** One finding for each check that failed, in the order of the checks. Pictures are numbered within the exercise. */
export function checkFindings({ id, checks }: ExerciseView): CheckFinding[] {
  let pictures = 0;
  return checks.flatMap((check): CheckFinding[] => {
    const [first, ...others] = check.results.filter(({ verdict }) => verdict === "fail");
    if (!first) return [];
    return [{ check, first, others, ...(first.witness && { picture: `${id}-${++pictures}` }) }];
  });
}

/** The distinct reasons why checks were not judged. */
export function skippedReasons({ checks }: ExerciseView): string[] {
  const skipped = checks.flatMap(({ results }) => results).filter(({ verdict }) => verdict === "skipped");
  return [...new Set(skipped.map(({ message }) => message))];
}

/**
 * The verdict that the student receives: the same, byte for byte, if nothing is hidden. Otherwise each hidden case is one row that says
 * whether it passed and how many points it gives, and withheld checks are left out.
 */
export function resultForStudent(grade: ExerciseGrade, { assignment }: Pick<ClassHead, "assignment">): GradeResult | undefined {
  const { result } = grade;
  if (result?.status === "error") return { ...result, error: errorForStudent(result.error) };
  const judged = judgedOf(result);
  if (!result || !judged) return result;
  const { seen, inHiddenCases, withheld: withheld } = sortChecks(judged, grade, assignment, { ownPoints: true });
  if (inHiddenCases.length === 0 && withheld.length === 0) return result;
  const { diagnosis, ...rest } = { ...result, ...judged };
  const shownDiagnosis = seen.some(({ verdict }) => verdict === "fail") ? diagnosis : undefined;
  return {
    ...rest,
    checks: [...seen, ...hiddenCaseViews(inHiddenCases).map(hiddenRow)],
    metrics: judged.metrics.filter((metric) => !isHiddenCase(metric.case)),
    ...(shownDiagnosis && { diagnosis: shownDiagnosis }),
  };
}

function hiddenRow({ number, passed, points, maxPoints }: HiddenCaseView): CheckResult {
  return {
    id: "hidden-case",
    title: `Hidden case ${number}`,
    case: `hidden-${number}`,
    verdict: passed ? "pass" : "fail",
    points,
    maxPoints,
    message: passed ? "Holds." : "Does not hold.",
    visibility: "hidden",
  };
}

/** The checks of a verdict, by what a student may see of them. Points are shares of the assignment's; 0 of 0 if a check does not count. */
interface SortedChecks {
  readonly seen: readonly CheckResult[];
  readonly inHiddenCases: readonly CheckResult[];
  readonly withheld: readonly CheckResult[];
}

/** @param ownPoints whether checks keep the exercise's points instead of getting their share of the assignment's */
function sortChecks(
  judged: Judged,
  grade: ExerciseGrade,
  { exercises }: ClassHead["assignment"],
  { ownPoints = false } = {},
): SortedChecks {
  const assigned = exercises.find(({ id }) => id === grade.exercise);
  const key = (check: Pick<CheckGrade, "id" | "case">): string => `${check.id} ${check.case}`;
  const shares = new Map(grade.checks.map((check) => [key(check), check]));
  const hiddenIds = new Set([
    ...(assigned?.hideChecks ?? []),
    ...judged.checks.filter((check) => check.visibility === "hidden" && !isHiddenCase(check.case)).map((check) => check.id),
  ]);
  const checks = judged.checks.map((check): CheckResult => {
    if (ownPoints) return check;
    const share = shares.get(key(check));
    return { ...check, points: share?.points ?? 0, maxPoints: share?.maxPoints ?? 0 };
  });
  const isWithheld = (check: CheckResult): boolean => hiddenIds.has(check.id);
  return {
    seen: checks.filter((check) => !isWithheld(check) && !isHiddenCase(check.case)),
    inHiddenCases: checks.filter((check) => !isWithheld(check) && isHiddenCase(check.case)),
    withheld: checks.filter(isWithheld),
  };
}

/** The part of a hidden case that a student may see. */
interface HiddenCaseView {
  /** Counted from 1. */
  readonly number: number;
  readonly passed: boolean;
  readonly points: number;
  readonly maxPoints: number;
}

function hiddenCaseViews(checks: readonly CheckResult[]): HiddenCaseView[] {
  return distinct(checks.map((check) => check.case)).map((id) => {
    const ofCase = checks.filter((check) => check.case === id);
    return {
      number: Number(id.slice("hidden-".length)),
      passed: ofCase.every(({ verdict }) => verdict === "pass"),
      points: sum(ofCase.map(({ points }) => points)),
      maxPoints: sum(ofCase.map(({ maxPoints }) => maxPoints)),
    };
  });
}

/**
 * An error as the student may see it. An error in a hidden case is reduced to its existence: the answer could choose its kind, its message
 * and its line to leak what it saw there.
 */
function errorForStudent(error: AnswerError): AnswerError {
  if (error.call === undefined || !isHiddenCase(error.call.case)) return error;
  return { kind: "not-an-index", message: "In a case that stays hidden, one of your functions gave no index." };
}

function judgedOf(result: GradeResult | undefined): Judged | undefined {
  return result?.status === "pass" || result?.status === "fail" ? result : undefined;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
