import { describe, expect, it } from "vitest";
import { assignment, folders, handIn, planOf } from "#testing/example-class.ts";
import { anonymous, Pseudonyms } from "#classroom/submission/anonymous.ts";
import { personalSeeds, planClass } from "./plan.ts";

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
