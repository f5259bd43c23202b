import { describe, expect, it } from "vitest";
import { assignment, folders, handIn, planOf } from "#testing/example-class.ts";
import { anonymous, Pseudonyms } from "#classroom/submission/anonymous.ts";
import { drawnExercises, personalSeeds, planClass } from "./plan.ts";

const ada = handIn("ada", { copy: "pass", walk: "fail" });
const bob = handIn("bob", { copy: "pass" });
const keys = (plan: ReturnType<typeof planOf>) => plan.tasks.map(({ key }) => key);

describe("the plan of a class", () => {
  it("judges equal answers of two students once", () => {
    expect(
      planOf([ada, bob])
        .tasks.map(({ job, students }) => [job.exercise, job.source, students])
        .sort(),
    ).toEqual([
      ["copy", "pass", ["ada", "bob"]],
      ["walk", "fail", ["ada"]],
    ]);
  });

  it("does not depend on the order in which hand-ins were read", () => {
    expect(keys(planOf([bob, ada]))).toEqual(keys(planOf([ada, bob])));
    expect(keys(planOf([ada, bob]))).toEqual(keys(planOf([ada, bob])).toSorted());
  });

  it("judges only the hand-in that counts", () => {
    const later = handIn("ada", { copy: "threw" }, 1);
    expect(planOf([ada, later]).tasks.map(({ job }) => job.source)).toEqual(["threw"]);
  });

  it("judges each answer on the assignment's hidden cases", () => {
    for (const { job } of planOf([ada]).tasks) expect(job.hiddenSeeds).toHaveLength(3);
  });

  it.each<[string, ReturnType<typeof planOf>]>([
    ["another version of the exercise", planOf([bob], { version: "v2" })],
    ["another secret", planClass({ ...assignment, secret: "another secret, as long" }, folders(), { submissions: [bob], problems: [] })],
    ["more hidden cases", planClass({ ...assignment, hiddenCases: 4 }, folders(), { submissions: [bob], problems: [] })],
    [
      "another version of the grader or its libraries",
      planClass(assignment, folders(), { submissions: [bob], problems: [] }, { grader: "another" }),
    ],
    ["another source", planOf([handIn("bob", { copy: "pass " })])],
    ["another exercise", planOf([handIn("bob", { walk: "pass" })])],
  ])("has another key for %s", (_, plan) => {
    expect(plan.tasks).toHaveLength(1);
    expect(keys(plan)).not.toEqual(keys(planOf([bob])));
  });

  it("has the same key when only points or dates change", () => {
    const changed = { ...assignment, title: "Other", due: "2026-12-24T23:59" };
    expect(keys(planClass(changed, folders(), { submissions: [bob], problems: [] }))).toEqual(keys(planOf([bob])));
  });
});

describe("an answer in CUDA C++", () => {
  const inCuda = (one: typeof bob): typeof bob => ({
    ...one,
    answers: one.answers.map((answer) => ({ ...answer, language: "cuda" as const })),
  });
  const withKernel = folders().map((folder) => ({ ...folder, files: new Map([...folder.files, ["kernel.cu", "a kernel"]]) }));
  const planned = (languages: ("typescript" | "cuda")[] | undefined, submissions: (typeof bob)[]) =>
    planClass({ ...assignment, ...(languages && { languages }) }, withKernel, { submissions, problems: [] });

  it("is judged with the kernel whose holes it fills, where the assignment takes it, apart from the same text in TypeScript", () => {
    const { tasks, unread } = planned(["typescript", "cuda"], [bob, inCuda({ ...bob, student: { id: "eve", name: "" } })]);
    expect(unread).toEqual([]);
    expect(Object.fromEntries(tasks.map(({ job, students }) => [students.join(), [job.source, job.kernel]]))).toEqual({
      bob: ["pass", undefined],
      eve: ["pass", "a kernel"],
    });
  });

  it("leaves its exercise open where the assignment doesn't take it, and is named", () => {
    const { tasks, unread, problems } = planned(undefined, [inCuda(bob)]);
    expect(tasks).toEqual([]);
    expect(unread).toMatchObject([{ student: "bob", exercise: "copy", isStray: false }]);
    expect(problems).toMatchObject([{ student: "bob", message: expect.stringContaining("answers copy in CUDA C++") as string }]);
  });
});

describe("where students have cases of their own", () => {
  const personal = { ...assignment, personalCases: 2 };
  const seedsIn = ({ tasks }: ReturnType<typeof planClass>) =>
    tasks.map(({ job, students }) => [job.exercise, ...students, job.personalSeeds] as const).sort();
  const ofClass = { submissions: [ada, bob], problems: [] };

  it("equal answers are judged once for each student, on the seeds of that student", () => {
    expect(seedsIn(planClass(personal, folders(), ofClass))).toEqual([
      ["copy", "ada", personalSeeds(personal, "copy", "ada")],
      ["copy", "bob", personalSeeds(personal, "copy", "bob")],
      ["walk", "ada", personalSeeds(personal, "walk", "ada")],
    ]);
    const all = ["ada", "bob"].flatMap((student) => ["copy", "walk"].flatMap((exercise) => personalSeeds(personal, exercise, student)));
    expect(new Set(all).size).toBe(8);
  });

  it("they are the same in a class without names", () => {
    const named = seedsIn(planClass(personal, folders(), ofClass)).map((task) => task.at(-1));
    const { collected } = anonymous(ofClass, new Pseudonyms(assignment.secret!));
    const unnamed = seedsIn(planClass(personal, folders(), collected)).map((task) => task.at(-1));
    expect(unnamed.sort()).toEqual(named.sort());
  });

  it("others have none, and their verdicts stay valid", () => {
    expect(planOf([bob]).tasks[0]!.job).not.toHaveProperty("personalSeeds");
    expect(personalSeeds({ ...personal, secret: undefined }, "copy", "ada")).toEqual([]);
  });
});

describe("exercises that are drawn for each student", () => {
  const pool = Array.from({ length: 6 }, (_, i) => ({ id: `exercise-${i}`, points: 10, hideChecks: [] }));
  const drawing = { ...assignment, exercises: pool, draw: 2 };
  const students = Array.from({ length: 600 }, (_, i) => `student-${i}`);
  const draws = students.map((student) => [...drawnExercises(drawing, student)].sort());

  it("are as many as are asked for, each once, and the same whenever it is asked", () => {
    for (const [i, drawn] of draws.entries()) {
      expect(new Set(drawn).size).toBe(2);
      expect([...drawnExercises(drawing, students[i]!)].sort()).toEqual(drawn);
    }
  });

  it("are each exercise and each pair about as often", () => {
    const pairs = Map.groupBy(draws, (drawn) => drawn.join());
    expect(pairs.size).toBe(15);
    // With 600 students, 40 a pair; a standard deviation is 6.
    for (const { length } of pairs.values()) expect(Math.abs(length - 40)).toBeLessThan(25);
  });

  it("differ with the secret, and hardly with another exercise in the pool", () => {
    const share = (other: typeof drawing): number =>
      students.filter((student, i) => [...drawnExercises(other, student)].sort().join() === draws[i]!.join()).length / students.length;
    expect(share({ ...drawing, secret: "another secret of some length" })).toBeLessThan(0.2);
    expect(share({ ...drawing, exercises: [...pool, { id: "exercise-6", points: 10, hideChecks: [] }] })).toBeGreaterThan(0.6);
    expect(drawnExercises({ ...drawing, draw: undefined }, "ada").size).toBe(6);
  });

  it("are the same in a class without names", () => {
    const small = { ...assignment, draw: 1 };
    const ofClass = { submissions: [ada, bob], problems: [] };
    const pseudonyms = new Pseudonyms(assignment.secret!);
    const { collected } = anonymous(ofClass, pseudonyms);
    const plan = planClass(small, folders(), collected);
    for (const id of ["ada", "bob"]) expect(plan.drawnFor(pseudonyms.ofStudent(id))).toEqual(drawnExercises(small, id));
  });
});
