import { describe, expect, test } from "vitest";
import type { ExerciseGrade } from "../grading/exercise-grade.ts";
import type { CheckResult, GradeResult } from "#judge/result.ts";
import { pageComparison } from "./page-comparison.ts";

type Verdicts = Readonly<Record<string, CheckResult["verdict"]>>;

/** Two checks of correctness, one of cost, 1 point each; keys are "check case". */
function gradeOf(verdicts: Verdicts, page?: readonly ["pass" | "fail" | "error", number, number]): ExerciseGrade {
  const checks = Object.entries(verdicts).map(([key, verdict]): CheckResult => {
    const [id = "", caseId = ""] = key.split(" ");
    const visibility = caseId.startsWith("hidden") ? "hidden" : "visible";
    return { id, title: id, case: caseId, verdict, points: verdict === "pass" ? 1 : 0, maxPoints: 1, message: "", visibility };
  });
  const status = checks.every(({ verdict }) => verdict === "pass") ? "pass" : "fail";
  const result: GradeResult = {
    schema: "coalesce/result/v1",
    exercise: "x",
    exerciseVersion: "",
    simulatorVersion: "",
    status,
    score: 0,
    maxScore: 0,
    checks,
    metrics: [],
  };
  const pageVerdict = page && ({ unverified: true, status: page[0], score: page[1], maxScore: page[2] } as const);
  return { exercise: "x", status, points: 0, maxPoints: 10, result, checks: [], source: "", ...(pageVerdict && { pageVerdict }) };
}

const allRight: Verdicts = { "right small": "pass", "cost small": "pass", "right hidden-1": "pass" };
const hiddenWrong: Verdicts = { "right small": "pass", "cost small": "skipped", "right hidden-1": "fail" };
const costly: Verdicts = { "right small": "pass", "cost small": "fail", "right hidden-1": "pass" };

describe("the verdict of the page", () => {
  test.each<[string, Verdicts, readonly ["pass" | "fail" | "error", number, number] | undefined, string | undefined]>([
    ["absent", allRight, undefined, undefined],
    ["a true pass", allRight, ["pass", 2, 2], undefined],
    ["a true fail", costly, ["fail", 1, 2], undefined],
    ["a pass, without the hidden case", hiddenWrong, ["pass", 2, 2], "more-cases"],
    ["a fail for a cost that is not judged here", hiddenWrong, ["fail", 1, 2], undefined],
    ["a forged pass", costly, ["pass", 2, 2], "contradicted"],
    ["a forged pass where a hidden case fails too", { ...costly, "right hidden-1": "fail" }, ["pass", 2, 2], "contradicted"],
    ["a pass, of a page that knows the student's own case", { ...allRight, "right personal-1": "pass" }, ["pass", 3, 3], undefined],
    ["a pass, of a page that doesn't know it", { ...allRight, "right personal-1": "pass" }, ["pass", 2, 2], undefined],
    ["a pass where the student's own case fails", { ...allRight, "right personal-1": "fail" }, ["pass", 2, 2], "more-cases"],
    ["forged points", allRight, ["pass", 200, 200], "contradicted"],
    ["an error, for an answer that runs", allRight, ["error", 0, 2], "contradicted"],
  ])("is %s", (_, verdicts, page, kind) => expect(pageComparison(gradeOf(verdicts, page))?.kind).toBe(kind));

  test("is not compared if the grader failed", () => {
    const { result: _, ...grade } = gradeOf(allRight, ["pass", 2, 2]);
    expect(pageComparison({ ...grade, status: "fault" })).toBeUndefined();
  });
});
