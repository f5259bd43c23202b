import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { resultJson } from "#judge/report/result-text.ts";
import { pictureFile } from "#pictures/request-picture.ts";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import { exercismJson } from "./exercism-json.ts";
import { feedbackMarkdown } from "./feedback-markdown.ts";
import { feedbackPage } from "./feedback-page.ts";
import { gradescopeJson } from "./gradescope-json.ts";
import { checkFindings, exerciseViews, resultForStudent, type ShownSolutions } from "./student-view.ts";

/**
 * Everything in a student's folder, by path. The folder may be given to the student as it is: nothing in it reveals hidden cases or
 * hidden checks.
 *
 * - `feedback.html`, `feedback.md` with `pictures/`: to be read
 * - `<exercise>.json`: the verdict, schema coalesce/result/v1
 * - `results.json`: all exercises, as Gradescope reads them
 * - `exercism/<exercise>/results.json`: each exercise, as Exercism reads it
 */
export function studentFiles(student: StudentGrade, grades: ClassHead, solutions: ShownSolutions): ReadonlyMap<string, string> {
  const views = exerciseViews(student, grades);
  const files = new Map([
    ["feedback.html", feedbackPage(student, grades, views, solutions)],
    ["feedback.md", feedbackMarkdown(student, grades, views, solutions)],
    ["results.json", gradescopeJson(student, grades, { views })],
  ]);
  for (const grade of student.exercises) {
    const result = resultForStudent(grade, grades);
    if (result) files.set(`${grade.exercise}.json`, resultJson(result));
  }
  for (const view of views) {
    const exercism = exercismJson(view);
    if (exercism !== undefined) files.set(`exercism/${view.id}/results.json`, exercism);
    for (const { first, picture } of checkFindings(view)) {
      if (first.witness && picture) files.set(`pictures/${picture}.svg`, pictureFile(first.witness, picture));
    }
  }
  return files;
}

/** The locations of students' folders, and the data that is the same for all students. */
export interface StudentFolders {
  readonly head: ClassHead;
  readonly solutions: ShownSolutions;
  /** The folder of all students' folders. */
  readonly root: string;
  /** The folder in which each student's folder is written before it replaces the previous one. */
  readonly staging: string;
}

/** Writes the folder of a student, which gets its name once it is complete. */
export function writeStudentFolder(student: StudentGrade, name: string, { head, solutions, root, staging }: StudentFolders): void {
  writeFiles(path.join(staging, name), studentFiles(student, head, solutions));
  replaceFolder(path.join(root, name), path.join(staging, name));
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
