import type { ClassGrades, ExerciseGrade } from "../grading/class-grades.ts";
import type { CheckResult, GradeResult } from "#judge/result.ts";
import { hiddenCaseViews, type HiddenCaseView } from "./hidden-case-view.ts";
import { isHiddenCase } from "./page-comparison.ts";
import { judgedOf, sortChecks } from "./sorted-checks.ts";
import { errorForStudent } from "./student-error.ts";

/**
 * A verdict as the student may have it. The same, byte for byte, where nothing is hidden; else each hidden case is one row that
 * says whether it holds and what it is worth, and checks that are kept back are left out.
 */
export function resultForStudent(grade: ExerciseGrade, { assignment }: Pick<ClassGrades, "assignment">): GradeResult | undefined {
  const { result } = grade;
  if (result?.status === "error") return { ...result, error: errorForStudent(result.error) };
  const judged = judgedOf(result);
  if (!result || !judged) return result;
  const { seen, inHiddenCases, keptBack } = sortChecks(judged, grade, assignment, { ownPoints: true });
  if (inHiddenCases.length === 0 && keptBack.length === 0) return result;
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
