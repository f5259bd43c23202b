import type { CheckResult } from "#judge/result.ts";
import type { CheckView, ExerciseView } from "./student-view.ts";

/** What one check found wrong, in the order of the checks. */
export interface CheckFinding {
  readonly check: CheckView;
  /** The first case that it fails in: the smallest, as a rule. */
  readonly first: CheckResult;
  /** The other cases that it fails in. */
  readonly others: readonly CheckResult[];
  /** Name of its picture among the student's, "row-walk-1", where the failure can be drawn. */
  readonly picture?: string;
}

/** The checks that failed, one finding each. Pictures are numbered through the exercise. */
export function checkFindings({ id, checks }: ExerciseView): CheckFinding[] {
  let pictures = 0;
  return checks.flatMap((check): CheckFinding[] => {
    const [first, ...others] = check.results.filter(({ verdict }) => verdict === "fail");
    if (!first) return [];
    return [{ check, first, others, ...(first.witness && { picture: `${id}-${++pictures}` }) }];
  });
}

/** Why checks were not judged, each reason once. */
export function skippedReasons({ checks }: ExerciseView): string[] {
  const skipped = checks.flatMap(({ results }) => results).filter(({ verdict }) => verdict === "skipped");
  return [...new Set(skipped.map(({ message }) => message))];
}
