import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { gradedClass } from "#testing/example-graded-class.ts";
import { streamOf } from "#testing/example-reports.ts";
import { studentFiles } from "./student-files.ts";
import { studentFolders } from "./student-folder.ts";
import { StudentWriters } from "./student-writers.ts";
import { writeReports } from "./write-reports.ts";

const { grades } = await gradedClass();
const nothing = new Map<string, string>();
const options = (threads = 2) => ({
  writers: new StudentWriters(threads),
  solutionsShown: false,
  solutions: nothing,
  starters: nothing,
  published: new Map(),
});
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-reports-"));
  folders.push(folder);
  return folder;
}

/** All files below a folder with their texts. */
async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(await Promise.all(names.sort().map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const)));
}

test("equal grades give equal bytes, in an empty folder and over an older run, and nothing is written outside it", async () => {
  const fresh = await emptyFolder();
  const used = await emptyFolder();
  await writeReports(streamOf(grades), path.join(fresh, "results"), options());
  expect(await readdir(fresh)).toEqual(["results"]);
  const leavers = grades.students.slice(0, 1).map((student) => ({ ...student, student: { id: "left-the-class", name: "" } }));
  const before = { ...grades, students: [...grades.students, ...leavers] };
  await writeReports(streamOf(before), path.join(used, "results"), options());
  await writeFile(path.join(used, "results/students/eve/row-run.json"), "of an exercise that is no longer assigned");
  await mkdir(path.join(used, "results/students.new/eve"), { recursive: true });
  await writeFile(path.join(used, "results/students.new/eve/feedback.md"), "of a run that was killed");
  await writeReports(streamOf(grades), path.join(used, "results"), options());
  expect(await contents(used)).toEqual(await contents(fresh));
});

test("a folder among the students' that the grader did not write is left alone", async () => {
  const out = await emptyFolder();
  await mkdir(path.join(out, "students/my-notes"), { recursive: true });
  await writeFile(path.join(out, "students/my-notes/note.txt"), "mine");
  await writeReports(streamOf({ ...grades, students: [] }), out, options());
  expect(await readFile(path.join(out, "students/my-notes/note.txt"), "utf8")).toBe("mine");
});

test("no report contains the path that it was written to", async () => {
  const out = await emptyFolder();
  await writeReports(streamOf(grades), out, options());
  const texts = [...(await contents(out)).values()].join("\n");
  expect(texts).not.toContain(out);
  expect(texts).not.toContain(import.meta.dirname);
});

const THREADS = [["in two threads", 2] as const, ["in this thread", 0] as const];

test.each(THREADS)("each student gets their own files, whoever had an equal verdict before, %s", async (_, threads) => {
  const out = await emptyFolder();
  const students = grades.students.flatMap((student) => {
    const exercises = student.exercises.map((grade) => (grade.source === undefined ? grade : { ...grade, source: "// by a twin" }));
    return [student, { ...student, student: { id: `twin-of-${student.student.id}`, name: "Twin" }, exercises }];
  });
  await writeReports(streamOf({ ...grades, students }), out, options(threads));
  const names = studentFolders(students.map(({ student }) => student.id));
  for (const student of students) {
    const written = await contents(path.join(out, "students", names.get(student.student.id)!));
    expect([...written].sort(), student.student.id).toEqual([...studentFiles(student, grades, nothing)].sort());
  }
});

test.each(THREADS)("a student's folder that cannot be written is an error, %s", async (_, threads) => {
  const out = await emptyFolder();
  const failing = new StudentWriters(threads);
  failing.begin({ head: grades, solutions: nothing, root: out, staging: out });
  await writeFile(path.join(out, "ada"), "a file where the folder would be");
  const ada = grades.students.find(({ exercises }) => exercises.some(({ result }) => result));
  await expect(failing.write(ada!, "ada").then(() => failing.finish())).rejects.toThrow(/EEXIST|ENOTDIR/);
  await failing.close();
});
