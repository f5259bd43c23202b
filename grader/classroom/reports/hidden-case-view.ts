import { distinct, sum, type CountedResult } from "./sorted-checks.ts";

/** A case that nobody has seen, as a student may see it. */
export interface HiddenCaseView {
  /** From 1. */
  readonly number: number;
  readonly passed: boolean;
  readonly points: number;
  readonly maxPoints: number;
}

export function hiddenCaseViews(checks: readonly CountedResult[]): HiddenCaseView[] {
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
