import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const STUDENTS = 200;

/** Reads a class, plans it and gathers its outcomes, then counts the texts in memory that are a student's source. */
const SCRIPT = `
import { getHeapSnapshot } from "node:v8";
import { text } from "node:stream/consumers";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { gradedClass } from "#classroom/grading/class-grades.ts";
import { planClass } from "#classroom/grading/plan.ts";
import { OutcomeCollector } from "#classroom/reports/class-outcomes.ts";
import { readSubmissions } from "#classroom/submission/read-submissions.ts";
const assignment = \`schema: coalesce/assignment/v1
id: week
title: Week
timeZone: UTC
due: 2126-10-08T23:59
exercises: [{ id: straight-copy, points: 10 }, { id: row-walk, points: 10 }]
\`;
const course = await readAssignedCourse(assignment, "week.yaml");
const plan = planClass(course.assignment, course.folders, await readSubmissions([process.argv[1]], course.assignment));
const outcomes = new OutcomeCollector();
for await (const student of gradedClass(plan, () => Promise.resolve(undefined)).students()) outcomes.add(student);
const { strings } = JSON.parse(await text(getHeapSnapshot()));
console.log(JSON.stringify({
  tasks: plan.tasks.length,
  lastSource: outcomes.students.at(-1).exercises[1].source.toString(),
  inMemory: strings.filter((one) => one.startsWith("// Source of a student")).length,
}));
`;

test("a class that is read, planned and graded has its sources packed: a few of them are texts in memory", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "coalesce-packed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sourceOf = (student: number, exercise: string): string =>
    `// Source of a student: ${exercise}, ${student}.\n`.padEnd(1_500, "// more of it ");
  for (let student = 0; student < STUDENTS; student++) {
    const home = path.join(folder, `s${1000 + student}`);
    mkdirSync(home);
    for (const exercise of ["straight-copy", "row-walk"]) writeFileSync(path.join(home, `${exercise}.ts`), sourceOf(student, exercise));
  }
  const args = ["--no-warnings", "--input-type=module-typescript", "-e", SCRIPT, folder];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { tasks, lastSource, inMemory } = JSON.parse(stdout) as { tasks: number; lastSource: string; inMemory: number };
  expect({ tasks, lastSource }).toEqual({ tasks: 2 * STUDENTS, lastSource: sourceOf(STUDENTS - 1, "row-walk") });
  expect(inMemory).toBeLessThan(STUDENTS / 5);
});
