import { describe, expect, it } from "vitest";
import { assignment, handIn, planOf, verdictOf } from "#testing/example-class.ts";
import { exerciseGrade } from "./exercise-grade.ts";
import { gradeClass } from "./grade-class.ts";
import { hundredths } from "./hundredths.ts";
import type { Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";

const verdictOn = async ({ job }: Task): Promise<SettledResult | undefined> => {
  const result = verdictOf(job);
  return result.status === "fault" ? undefined : result;
};
const [copy, walk] = assignment.exercises;
const graded = (assigned: typeof copy, source: string) => {
  const job = { exercise: assigned.id, exerciseVersion: "v1", source, wrongSources: {} };
  return exerciseGrade(assigned, { exercise: assigned.id, source }, verdictOf(job));
};

describe("the points of an exercise", () => {
  it.each([
    // right in two cases for a point each, cost in one for three: 2 of 5.
    ["by the exercise's own weights", copy, { pass: 10, fail: 4, threw: 0, slow: 0, fault: null }],
    // right in two cases for a point each, cost in one for two: 2 of 4.
    ["by the assignment's weights", walk, { pass: 20, fail: 10, threw: 0, slow: 0, fault: null }],
    ["by a check alone", { ...walk, checks: { cost: 1 } }, { pass: 20, fail: 0, threw: 0, slow: 0, fault: null }],
    ["to hundredths", { ...copy, points: 10, checks: { right: 1, cost: 1 } }, { pass: 10, fail: 6.67, threw: 0, slow: 0, fault: null }],
  ] as const)("are shared %s", (_, assigned, expected) => {
    for (const [source, points] of Object.entries(expected)) expect([source, graded(assigned, source).points]).toEqual([source, points]);
  });

  it("are told check by check, those that the assignment hides as well", () => {
    expect(graded(walk, "fail").checks).toEqual([
      { id: "right", case: "small", points: 5, maxPoints: 5, visibility: "visible" },
      { id: "right", case: "hidden-1", points: 5, maxPoints: 5, visibility: "hidden" },
      { id: "cost", case: "small", points: 0, maxPoints: 10, visibility: "hidden" },
    ]);
  });

  it("leave out the checks that count nothing", () => {
    expect(graded({ ...walk, checks: { cost: 1, right: 0 } }, "pass").checks.map(({ id }) => id)).toEqual(["cost"]);
  });

  it.each([
    [1.005, 1.01],
    [2.675, 2.68],
    [10 / 3, 3.33],
    [0, 0],
  ])("%d is rounded to %d", (exact, rounded) => expect(hundredths(exact)).toBe(rounded));
});

describe("the grades of a class", () => {
  const problems = [
    { origin: "ada/notes.txt", student: "ada", message: "is no answer" },
    { origin: "zoe.json", student: "zoe", message: "is broken" },
    { origin: "stray.json", message: "is broken" },
  ];
  const plan = planOf(
    [
      handIn("bob", { copy: "fault", walk: "pass" }),
      handIn("ada", { copy: "pass", walk: "fail" }),
      handIn("cem", { walk: "fail" }, 30),
      handIn("dan", {}),
    ],
    { problems },
  );

  it("are one row a student, with what is missing and what waits", async () => {
    const { students } = await gradeClass(plan, verdictOn);
    const rows = students.map(({ student, exercises, points, score }) => [
      student.id,
      ...exercises.map(({ status }) => status),
      points,
      score,
    ]);
    expect(rows).toEqual([
      ["ada", "pass", "fail", 20, 20],
      ["bob", "fault", "pass", null, null],
      ["cem", "missing", "fail", 10, 8],
      ["dan", "missing", "missing", 0, 0],
    ]);
    for (const { maxScore } of students) expect(maxScore).toBe(30);
  });

  it("hold each problem once, with the student whom it concerns if there is one", async () => {
    const { students, problems } = await gradeClass(plan, verdictOn);
    expect(students[0].problems).toEqual([{ origin: "ada/notes.txt", student: "ada", message: "is no answer" }]);
    expect(problems.map(({ origin }) => origin)).toEqual(["zoe.json", "stray.json"]);
  });

  it("keep the assignment's secret", async () => {
    expect(JSON.stringify(await gradeClass(plan, verdictOn))).not.toContain(assignment.secret);
  });

  it("say nothing of why the grader failed, which differs from run to run", async () => {
    expect(JSON.stringify(await gradeClass(plan, verdictOn))).not.toContain("SIGBUS");
  });
});
