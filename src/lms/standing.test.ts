import { describe, expect, test } from "vitest";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import { publicCopy } from "#classroom/assignment/assignment.ts";
import type { CheckResult, GradeResult, Outcome } from "#judge/result.ts";
import { shareOf, standingOf, statusOf, textOfVerdicts, verdictsFromText, withVerdict, type BestVerdicts } from "./standing.ts";

const assignment = publicCopy(
  readAssignment(
    `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 20, checks: { right-place: 3, sectors: 1 } }
`,
    "a.yaml",
  ),
);
const assigned = (id: string) => {
  const found = assignment.exercises.find((exercise) => exercise.id === id);
  if (found === undefined) throw new Error(`the assignment has no ${id}`);
  return found;
};
const copy = assigned("straight-copy");
const walk = assigned("row-walk");

const check = (id: string, verdict: CheckResult["verdict"]): CheckResult => ({
  id,
  title: id,
  case: "small",
  verdict,
  points: verdict === "pass" ? 5 : 0,
  maxPoints: 5,
  message: "",
  visibility: "visible",
});

const result = (exercise: string, outcome: Outcome, exerciseVersion = "v1"): GradeResult => ({
  schema: "coalesce/result/v1",
  exercise,
  exerciseVersion,
  simulatorVersion: "s",
  ...outcome,
});

const judged = (right: CheckResult["verdict"], sectors: CheckResult["verdict"]): Outcome => ({
  status: right === "pass" && sectors === "pass" ? "pass" : "fail",
  score: 0,
  maxScore: 10,
  checks: [check("right-place", right), check("sectors", sectors)],
  metrics: [],
});
const half = judged("pass", "fail");
const all = judged("pass", "pass");
const error: Outcome = { status: "error", error: { kind: "threw", message: "no" } };
const fault: Outcome = { status: "fault", message: "ours" };

const after = (...steps: readonly (readonly [typeof copy, Outcome])[]): BestVerdicts =>
  steps.reduce<BestVerdicts>((best, [assigned, outcome]) => withVerdict(best, assigned, result(assigned.id, outcome)), {});

describe("the standing in an assignment of 30 points", () => {
  test.each<[string, BestVerdicts, [points: number, status: string]]>([
    ["at first", after(), [0, "incomplete"]],
    ["with half of one exercise", after([copy, half]), [5, "incomplete"]],
    ["by the assignment's own weights", after([walk, half]), [15, "incomplete"]],
    ["with one answer that cannot be graded, and one that can", after([copy, error], [walk, half]), [15, "completed"]],
    ["when the grader fails, which does not count as a try", after([copy, all], [walk, fault]), [10, "incomplete"]],
    ["when a worse answer follows a better one", after([copy, all], [copy, error]), [10, "incomplete"]],
    ["with everything passed", after([copy, all], [walk, all]), [30, "passed"]],
  ])("%s", (_, best, [points, status]) => {
    const standing = standingOf(assignment, best);
    expect([standing.points, statusOf(standing)]).toEqual([points, status]);
    expect(shareOf(standing)).toBeCloseTo(points / 30);
  });
});

describe("the text that an LMS stores", () => {
  const packaged = [copy, walk].map(({ id }) => ({ id, title: id, version: "v1" }));
  const best = after([copy, all], [walk, half]);

  test("is read back as it was", () => {
    expect(verdictsFromText(textOfVerdicts(best), packaged)).toEqual(best);
  });

  test("is ignored where the exercise has changed or is gone", () => {
    expect(verdictsFromText(textOfVerdicts(best), [{ id: copy.id, title: copy.id, version: "v2" }])).toEqual({});
  });

  test.each(["", "{", "[]", '{"row-walk":["v1","20",1]}', "null"])("%j, which this page never wrote, contains nothing", (saved) => {
    expect(verdictsFromText(saved, packaged)).toEqual({});
  });

  test("for sixty exercises fits into what SCORM 1.2 stores", () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`transpose-coalesced-${i}`, { version: "0123456789abcdef", points: 12.25, passed: true }]),
    );
    expect(textOfVerdicts(many).length).toBeLessThanOrEqual(4096);
  });
});
