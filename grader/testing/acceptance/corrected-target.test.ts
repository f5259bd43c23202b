import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import { answerSource, readExerciseFolder } from "#kit/folder.ts";
import { exercisesRoot } from "#kit/installation.ts";
import { grade } from "#judge/grade.ts";
import type { Submission } from "#classroom/submission/submission.ts";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { VerdictStore, mergeVerdicts } from "#classroom/grading/verdict-store.ts";
import { handIn } from "../example-class.ts";
import { textOf } from "../example-results.ts";
import { classJson, gradedClass } from "#classroom/grading/class-grades.ts";
import { judgeTasks } from "#classroom/grading/judge-tasks.ts";
import { manifestOf, writeManifest } from "#classroom/grading/manifest.ts";
import { planClass, type ClassPlan } from "#classroom/grading/plan.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { readPreviousResults } from "#classroom/grading/previous-results.ts";
import { planRegrade, regradeReport } from "#classroom/grading/regrade.ts";

const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));
const yaml = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
late: { policy: per-day, percent: 10 }
exercises: [{ id: straight-copy, points: 16 }, { id: reversed-copy, points: 20 }]
secret: a secret of some length
`;
const assignment = readAssignment(yaml, "week-1.yaml");

let home: string;
let submissions: readonly Submission[];

/** A course of two small exercises, the first of which is changed. */
async function course(name: string, change: (exercise: string) => string = (exercise) => exercise): Promise<string> {
  const root = path.join(home, name, "exercises");
  await mkdir(path.dirname(root), { recursive: true });
  for (const { id } of assignment.exercises) await cp(path.join(exercisesRoot, id), path.join(root, id), { recursive: true });
  const file = path.join(root, "straight-copy", "exercise.ts");
  const exercise = (await readFile(file, "utf8")).replaceAll(/2 \*\* \d+/g, "2 ** 12");
  await writeFile(file, change(exercise));
  return root;
}

/** Judges the answers that a folder of results has no verdict on. These answers are harmless and need no sandbox. */
async function judged(plan: ClassPlan, results: string) {
  const store = new VerdictStore(results);
  const exercises = new Map(plan.folders.map(({ exercise }) => [exercise.id, exercise]));
  const judging = await judgeTasks(plan.tasks, store, (job) => Promise.resolve(grade(job, exercises.get(job.exercise)!, () => undefined)), {
    workers: 1,
  });
  return { judging, graded: gradedClass(plan, (task) => store.read(task)) };
}

beforeAll(async () => {
  await mkdir(path.join(projectRoot, ".cache"), { recursive: true });
  home = await mkdtemp(path.join(projectRoot, ".cache", "regrade-"));
  const copyFolder = await readExerciseFolder("straight-copy");
  const reversedFolder = await readExerciseFolder("reversed-copy");
  const copy = (file: string): string => answerSource(copyFolder.files, file);
  const reversed = (file: string): string => answerSource(reversedFolder.files, file);
  submissions = [
    handIn("ada", { "straight-copy": copy("solution.ts"), "reversed-copy": reversed("solution.ts") }),
    handIn("bob", { "straight-copy": copy("wrong/block-as-fastest.ts"), "reversed-copy": reversed("solution.ts") }),
    handIn("cem", { "straight-copy": copy("wrong/forgets-the-guard.ts") }),
    handIn("dan", { "straight-copy": copy("wrong/block-as-fastest.ts") }, 30),
    handIn("eve", { "reversed-copy": reversed("wrong/avoids-walking-backwards.ts") }),
  ];
  const { folders } = await readAssignedCourse(yaml, "week-1.yaml", await course("before"));
  const plan = planClass(assignment, folders, { submissions, problems: [] });
  const results = path.join(home, "results");
  await writeManifest(results, manifestOf(plan));
  const { graded } = await judged(plan, results);
  await writeFile(path.join(results, "class.json"), await textOf(classJson(graded.head, graded.students())));
});
afterAll(() => rm(home, { recursive: true }));

/** Regrades the class with a changed course. All files have newer dates. */
async function regrade(name: string, change: (exercise: string) => string) {
  const previous = await readPreviousResults(path.join(home, "results"));
  const { folders } = await readAssignedCourse(yaml, "week-1.yaml", await course(name, change));
  const touched = submissions.map((submission) => ({ ...submission, handedInAt: (submission.handedInAt ?? 0) + 3e9 }));
  const planned = planRegrade({ assignment, folders, collected: { submissions: touched, problems: [] }, received: new Set() }, previous);
  const out = path.join(home, `${name}-results`);
  await mergeVerdicts(planned.plan, [new VerdictStore(path.join(home, "results"))], new VerdictStore(out));
  const { judging, graded } = await judged(planned.plan, out);
  const { changes, unknown } = await regradeReport(planned, previous, graded);
  const changed = changes.changed.map(({ student, score, exercises }) => ({
    student: student.id,
    gains: (score.to ?? NaN) > (score.from ?? NaN),
    exercises: exercises.map(({ exercise, causes }) => [exercise, ...causes.map(({ kind }) => kind)]),
  }));
  return { changed, unchanged: changes.unchanged, unknown, judging };
}

const byTheExercise = [["straight-copy", "exercise"]];

describe("a corrected target", () => {
  it("lists exactly the students who gain points by a looser one, and judges only that exercise", async () => {
    const { changed, unchanged, unknown, judging } = await regrade("looser", (exercise) =>
      exercise.replaceAll(/"full-size": 4 }/g, '"full-size": 32 }').replaceAll(/"one-warp-each": 4,/g, '"one-warp-each": 32,'),
    );
    expect(changed).toEqual([
      { student: "bob", gains: true, exercises: byTheExercise },
      { student: "dan", gains: true, exercises: byTheExercise },
    ]);
    expect({ unchanged, unknown }).toEqual({ unchanged: 3, unknown: [] });
    expect(judging).toMatchObject({ judged: 3, judgedBefore: 2, faults: [] });
  });

  it("lists exactly the students who lose points by a tighter one", async () => {
    const { changed, unchanged } = await regrade("tighter", (exercise) => exercise.replaceAll(/"full-size": 4 }/g, '"full-size": 3 }'));
    expect(changed).toEqual([{ student: "ada", gains: false, exercises: byTheExercise }]);
    expect(unchanged).toBe(4);
  });

  it("lists nobody if only a sentence of the exercise changed", async () => {
    const { changed, unchanged } = await regrade("reworded", (exercise) => exercise.replace("A straight copy", "One straight copy"));
    expect({ changed, unchanged }).toEqual({ changed: [], unchanged: 5 });
  });
});

describe("previous results", () => {
  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ["nothing", {}, /holds no class\.json: name the folder/],
    ["half a class.json", { "class.json": '{"schema":' }, /class\.json is broken JSON/],
    ["another schema", { "class.json": '{"schema":"coalesce/class/v0"}' }, /is not as this version writes it \(schema: /],
    ["another schema on several lines", { "class.json": '{\n  "schema": "coalesce/class/v0",\n  "students": []\n}\n' }, /\(schema: /],
  ])("are refused when there is %s", async (what, files, message) => {
    const folder = path.join(home, `refused ${what}`);
    await mkdir(folder);
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    await expect(readPreviousResults(folder)).rejects.toThrow(InputError);
    await expect(readPreviousResults(folder)).rejects.toThrow(message);
  });

  it("are refused without their manifest", async () => {
    const folder = path.join(home, "refused bare");
    await cp(path.join(home, "results", "class.json"), path.join(folder, "class.json"));
    await expect(readPreviousResults(folder)).rejects.toThrow(/has no manifest\.json that can be read/);
  });
});
