import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import { isDrawnCase, isHiddenCase } from "#judge/hidden-cases.ts";
import type { CheckResult } from "#judge/result.ts";
import type { PageVerdict } from "../submission/hand-in.ts";
import { pointsOf } from "./captions.ts";

/** A student's page verdict that differs from the grader's. */
export interface PageComparison {
  /**
   * "more-cases": the cases that the page knows give the same verdict here, and the hidden cases made the difference. "contradicted": the
   * same cases give another verdict here, because the exercise has changed since, or the file was edited.
   */
  readonly kind: "more-cases" | "contradicted";
  /** "pass, 20 of 20 points" */
  readonly claimed: string;
  /** The verdict here on the cases that the page knows. */
  readonly found: string;
}

/** Compares the page's verdict with ours; undefined if they agree, or if either is missing. */
export function pageComparison({ pageVerdict, result, status }: ExerciseGrade): PageComparison | undefined {
  if (pageVerdict === undefined || result === undefined || result.status === "fault") return undefined;
  const claimed = spelledVerdict(pageVerdict.status, pageVerdict.score, pageVerdict.maxScore);
  if (result.status === "error") {
    if (pageVerdict.status === "error") return undefined;
    const inHidden = result.error.call !== undefined && isHiddenCase(result.error.call.case);
    return { kind: inHidden ? "more-cases" : "contradicted", claimed: claimed, found: "error" };
  }
  const notHidden = result.checks.filter((check) => !isHiddenCase(check.case));
  const common = notHidden.filter((check) => !isDrawnCase(check.case));
  // The page knows the student's own cases only from the student's own link.
  const known = pageVerdict.maxScore === sum(common, "maxPoints") ? common : notHidden;
  const foundStatus = known.every(({ verdict }) => verdict === "pass") ? "pass" : "fail";
  const found = spelledVerdict(foundStatus, sum(known, "points"), sum(known, "maxPoints"));
  if (claimed !== found && !hiddenCasesExplain(pageVerdict, result.checks)) return { kind: "contradicted", claimed: claimed, found };
  return pageVerdict.status === status ? undefined : { kind: "more-cases", claimed: claimed, found };
}

/** Whether skipped cost checks explain the difference: the grader skips cost if a hidden case is wrong, which the page does not know. */
function hiddenCasesExplain({ status, score, maxScore }: PageVerdict, checks: readonly CheckResult[]): boolean {
  const known = checks.filter((check) => !isHiddenCase(check.case));
  const skipped = known.filter(({ verdict }) => verdict === "skipped");
  const isHiddenWrong = checks.some((check) => isHiddenCase(check.case) && check.verdict === "fail");
  if (!isHiddenWrong || skipped.length === 0 || status === "error" || maxScore !== sum(known, "maxPoints")) return false;
  const isFailed = known.some(({ verdict }) => verdict === "fail");
  const least = sum(known, "points");
  return status === "pass" ? !isFailed && score === maxScore : score >= least && score <= least + sum(skipped, "maxPoints");
}

function sum(checks: readonly CheckResult[], key: "points" | "maxPoints"): number {
  return checks.reduce((total, check) => total + check[key], 0);
}

function spelledVerdict(status: "pass" | "fail" | "error", score: number, maxScore: number): string {
  return status === "error" ? "error" : `${status}, ${pointsOf(score, maxScore)}`;
}
