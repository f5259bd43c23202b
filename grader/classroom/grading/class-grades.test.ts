import { describe, expect, it } from "vitest";
import { assignment, folders, handIn, planOf, verdictOf } from "#testing/example-class.ts";
import { gradeClass } from "./class-grades.ts";
import { readAdjustments } from "./adjustments.ts";
import { drawnExercises, personalSeeds, planClass, type Task } from "./plan.ts";
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

describe("of several hand-ins", () => {
  const handIns = [
    handIn("ada", { copy: "fail", walk: "pass" }, -2),
    handIn("ada", { copy: "pass" }, -1),
    handIn("ada", { copy: "threw", walk: "fail" }, 30),
  ];

  it.each([
    ["last" as const, [0, 10], 8],
    ["per-exercise" as const, [0, 10], 8],
    ["best" as const, [10, 20], 30],
  ])("the %s counts", async (resubmission, points, score) => {
    const plan = planClass({ ...assignment, resubmission }, folders(), { submissions: handIns, problems: [] });
    const [ada] = (await gradeClass(plan, verdictOn)).students;
    expect([ada?.exercises.map((exercise) => exercise.points), ada?.score]).toEqual([points, score]);
  });

  it("a later one of one exercise leaves the others alone, and each exercise has its own lateness", async () => {
    const some = [handIn("ada", { copy: "fail", walk: "pass" }, -2), handIn("ada", { copy: "pass" }, 30)];
    const scores = async (resubmission: "last" | "per-exercise") =>
      (await gradeClass(planClass({ ...assignment, resubmission }, folders(), { submissions: some, problems: [] }), verdictOn)).students[0];
    expect(await scores("last")).toMatchObject({ points: 10, score: 8 });
    expect(await scores("per-exercise")).toMatchObject({ points: 30, score: 28 });
  });
});

describe("the instructor's decisions", () => {
  const submissions = [handIn("ada", { copy: "pass", walk: "fail" }, 30), handIn("bob", { copy: "threw" }), handIn("cem", {})];
  const decided = (text: string) =>
    planClass(assignment, folders(), { submissions, problems: [] }, { adjustments: readAdjustments(text, "a.csv", assignment) });
  const graded = async (text: string, id: string) =>
    (await gradeClass(decided(text), verdictOn)).students.find(({ student }) => student.id === id);

  it("extends the due time", async () => {
    expect(await graded("student,due\nada,2026-10-27T00:00\n", "ada")).toMatchObject({ points: 20, score: 20, lateness: { daysLate: 0 } });
  });

  it("opens for one student at another time: earlier hand-ins aren’t graded", async () => {
    const sitting = await graded("student,opens,due\nada,2026-10-28T09:00,2026-10-28T11:00\n", "ada");
    expect(sitting).toMatchObject({ score: 0, lateness: { status: "early" } });
    expect(() => decided("student,opens,due\nada,2999-01-02T00:00,2999-01-01T00:00\n")).toThrow("opens isn't before it is due");
  });

  it("excuses an exercise, which then counts for nothing", async () => {
    expect(await graded("student,exercise,excused\nbob,copy,yes\n", "bob")).toMatchObject({ points: 0, score: 0, maxScore: 20 });
  });

  it("sets the points of an exercise, of which lateness takes its share, and comments on it", async () => {
    const ada = await graded('student,exercise,points,comment\nada,walk,"15,5",seen in class\n', "ada");
    expect(ada).toMatchObject({ points: 25.5, score: 20.4 });
    expect(ada?.exercises[1]).toMatchObject({ points: 15.5, judgedPoints: 10, comment: "seen in class" });
  });

  it("sets the whole score", async () => {
    expect(await graded("student,points\ncem,12\n", "cem")).toMatchObject({ points: 0, score: 12 });
  });

  it("is named where it is for nobody in the class", () => {
    expect(decided("student,excused\neve,yes\n").problems).toEqual([
      { origin: "eve", student: "eve", message: "has an adjustment, and is nobody in this class" },
    ]);
  });

  it.each([
    ["an exercise that is not assigned", "student,exercise,points\nada,wlak,1\n", "a.csv:2: wlak is not assigned; there are copy, walk"],
    ["a time that does not exist", "student,due\nada,2027-03-28T02:30\n", "a.csv:2: due"],
    ["no number", "student,points\nada,much\n", 'a.csv:2: points: "much" isn\'t a number of points'],
    ["no student", "student,points\n,1\n", "a.csv:2: names no student"],
    ["no such column", "who,points\nada,1\n", "a.csv:1: lacks the column student"],
  ])("is refused with %s", (_, text, message) => {
    expect(() => readAdjustments(text, "a.csv", assignment)).toThrow(message);
  });
});

it("equal answers of students with cases of their own get the verdict of their student", async () => {
  const plan = planClass({ ...assignment, personalCases: 1 }, folders(), {
    submissions: [handIn("ada", { copy: "pass" }), handIn("bob", { copy: "pass" })],
    problems: [],
  });
  const { students } = await gradeClass(plan, async (task) => {
    const verdict = verdictOf(
      task.job.personalSeeds?.[0] === personalSeeds(plan.assignment, "copy", "bob")[0] ? { ...task.job, source: "threw" } : task.job,
    );
    return Promise.resolve(verdict as SettledResult);
  });
  expect(students.map(({ exercises }) => exercises[0]?.status)).toEqual(["pass", "error"]);
});

it("an exercise that wasn’t drawn for a student counts neither for nor against them, whatever they handed in", async () => {
  const drawing = { ...assignment, exercises: assignment.exercises.map((one) => ({ ...one, points: 10 })), draw: 1 };
  const equal = folders().map((folder) => ({ ...folder, assigned: { ...folder.assigned, points: 10 } }));
  const ids = Array.from({ length: 12 }, (_, i) => `student-${i}`);
  const submissions = ids.map((id) => handIn(id, { copy: "pass", walk: "pass" }));
  const { students } = await gradeClass(planClass(drawing, equal, { submissions, problems: [] }), verdictOn);
  expect(
    students.map(({ student, exercises }) => [student.id, exercises.flatMap(({ exercise, isNotDrawn }) => (isNotDrawn ? [] : exercise))]),
  ).toEqual(ids.toSorted().map((id) => [id, [...drawnExercises(drawing, id)]]));
  for (const { maxScore, exercises } of students) {
    expect([maxScore, exercises.map(({ status }) => status).filter((status) => status === "excused")]).toEqual([10, ["excused"]]);
  }
  expect(new Set(students.map(({ exercises }) => exercises.findIndex(({ isNotDrawn }) => isNotDrawn))).size).toBe(2);
});
