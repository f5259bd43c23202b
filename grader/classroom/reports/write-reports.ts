import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import { resultJson } from "#judge/report/result-text.ts";
import { pictureFile } from "#pictures/request-picture.ts";
import type { ClassGrades, StudentGrade } from "../grading/class-grades.ts";
import { ctrfJson } from "./ctrf-json.ts";
import { exercismJson } from "./exercism-json.ts";
import { feedbackMarkdown } from "./feedback-markdown.ts";
import { feedbackPage } from "./feedback-page.ts";
import { gradebookCsv } from "./gradebook-csv.ts";
import { gradescopeJson } from "./gradescope-json.ts";
import { junitXml } from "./junit-xml.ts";
import type { GivenSources } from "./near-duplicates.ts";
import { studentFolders } from "./student-folder.ts";
import { checkFindings, exerciseView, resultForStudent, type ShownSolutions } from "./student-view.ts";
import { summaryPage } from "./summary-page.ts";

export interface ReportOptions extends GivenSources {
  /** Whether feedback shows the solutions. */
  readonly solutionsShown: boolean;
}

/** The folder in which each student's folder is written before it replaces the previous one. */
const STAGING = "students.new";

/**
 * Writes all reports of a class into a folder of results: the class's own files, and a folder for each student. Equal grades
 * give equal bytes. Files and students' folders that an earlier run left, and that no longer belong, are removed.
 *
 * Meanwhile, every file that can be read is complete. Nothing is flushed to disk (fsync): what a crash loses is written again from the
 * verdicts.
 */
export async function writeReports(grades: ClassGrades, out: string, { solutionsShown, ...given }: ReportOptions): Promise<void> {
  const staging = path.join(out, STAGING);
  // An earlier run that was killed may have left something.
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  await writeClassFiles(grades, out, given);
  const folders = studentFolders(grades.students.map(({ student }) => student.id));
  // Stale folders go first: later, on a file system that ignores case, removing the old folder Ada would remove the new folder ada.
  removeStale(path.join(out, "students"), new Set(folders.values()));
  const solutions = solutionsShown ? given.solutions : new Map<string, string>();
  for (const student of grades.students) {
    const name = folders.get(student.student.id);
    if (!name) throw new Error(`the student ${student.student.id} has no folder`);
    writeFiles(path.join(staging, name), studentFiles(student, grades, solutions));
    replaceFolder(path.join(out, "students", name), path.join(staging, name));
  }
  rmSync(staging, { recursive: true });
}

async function writeClassFiles(grades: ClassGrades, out: string, given: GivenSources): Promise<void> {
  const texts = {
    "gradebook.csv": gradebookCsv(grades),
    "junit.xml": junitXml(grades),
    "ctrf.json": ctrfJson(grades),
    "summary.html": summaryPage(grades, given),
  };
  for (const [name, text] of Object.entries(texts)) await writeFileAtomic(path.join(out, name), text, { fsync: false });
}

/** Writes synchronously: writing thousands of small files through Node's thread pool takes twice the CPU time. */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const paths = [...files].map(([file, text]) => [path.join(folder, file), text] as const);
  for (const parent of new Set(paths.map(([file]) => path.dirname(file)))) mkdirSync(parent, { recursive: true });
  for (const [file, text] of paths) writeFileSync(file, text);
}

/** Replaces the whole folder, so that nothing of an earlier run is left: an exercise that is no longer assigned, an outdated picture. */
function replaceFolder(folder: string, fresh: string): void {
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/** Removes the folders of students who are no longer in the class, and no folder that the grader did not write. */
function removeStale(root: string, folders: ReadonlySet<string>): void {
  mkdirSync(root, { recursive: true });
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || folders.has(entry.name)) continue;
    const folder = path.join(root, entry.name);
    if (existsSync(path.join(folder, "feedback.html"))) rmSync(folder, { recursive: true });
  }
}

/**
 * Everything in a student's folder, by path. The folder may be given to the student as it is: nothing in it reveals hidden cases or
 * hidden checks.
 *
 * - `feedback.html`, `feedback.md` with `pictures/`: to be read
 * - `<exercise>.json`: the verdict, schema coalesce/result/v1
 * - `results.json`: all exercises, as Gradescope reads them
 * - `exercism/<exercise>/results.json`: each exercise, as Exercism reads it
 */
export function studentFiles(student: StudentGrade, grades: ClassGrades, solutions: ShownSolutions): ReadonlyMap<string, string> {
  const files = new Map([
    ["feedback.html", feedbackPage(student, grades, solutions)],
    ["feedback.md", feedbackMarkdown(student, grades, solutions)],
    ["results.json", gradescopeJson(student, grades)],
  ]);
  for (const grade of student.exercises) {
    const result = resultForStudent(grade, grades);
    if (result) files.set(`${grade.exercise}.json`, resultJson(result));
    const view = exerciseView(grade, grades);
    const exercism = exercismJson(view);
    if (exercism !== undefined) files.set(`exercism/${grade.exercise}/results.json`, exercism);
    for (const { first, picture } of checkFindings(view)) {
      if (first.witness && picture) files.set(`pictures/${picture}.svg`, pictureFile(first.witness, picture));
    }
  }
  return files;
}
