import { describe, expect, it } from "vitest";
import { assignment, handIn, planOf, verdictOf } from "#testing/example-class.ts";
import { gradeClass } from "./class-grades.ts";
import type { Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";

const verdictOn = async ({ job }: Task): Promise<SettledResult | undefined> => {
  const result = verdictOf(job);
  return result.status === "fault" ? undefined : result;
};

describe("the grades of a class", () => {
  const problems = [
    { origin: "ada/notes.txt", student: "ada", message: "isn't an answer" },
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

  it("have one row per student, with missing and pending exercises", async () => {
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

  it("list each problem once, with the student whom it concerns or with the class", async () => {
    const { students, problems } = await gradeClass(plan, verdictOn);
    expect(students[0]?.problems).toEqual([{ origin: "ada/notes.txt", student: "ada", message: "isn't an answer" }]);
    expect(problems.map(({ origin }) => origin)).toEqual(["zoe.json", "stray.json"]);
  });

  it("do not contain the assignment's secret", async () => {
    expect(JSON.stringify(await gradeClass(plan, verdictOn))).not.toContain(assignment.secret);
  });

  it("do not say why the grader failed, which differs from run to run", async () => {
    expect(JSON.stringify(await gradeClass(plan, verdictOn))).not.toContain("SIGBUS");
  });
});
