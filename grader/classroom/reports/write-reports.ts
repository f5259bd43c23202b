import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { ClassGrades } from "../grading/class-grades.ts";
import { ctrfJson } from "./ctrf-json.ts";
import { gradebookCsv } from "./gradebook-csv.ts";
import { junitXml } from "./junit-xml.ts";
import { studentFiles } from "./student-files.ts";
import { studentFolders } from "./student-folder.ts";
import { summaryHtml, type GivenSources } from "./summary-html.ts";

export interface ReportOptions extends GivenSources {
  /** Whether feedback shows the solutions. */
  readonly solutionsShown: boolean;
}

/** Beside the students' folders: where each is made before it takes its place. */
const WORKSHOP = "students.new";

/**
 * Writes all reports of a class into a folder of results: the class's own files, and a folder for each student. Equal grades
 * give equal bytes. Files and students' folders that an earlier run left, and that no longer belong, are removed.
 *
 * Whoever looks in meanwhile finds whole files, and a student's folder as it was or as it will be. Nothing is waited for on the
 * disk: what a crash loses is written again from the verdicts.
 */
export async function writeReports(grades: ClassGrades, out: string, { solutionsShown, ...given }: ReportOptions): Promise<void> {
  const workshop = path.join(out, WORKSHOP);
  // What a run left that was killed.
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop, { recursive: true });
  await writeClassFiles(grades, out, given);
  const folders = studentFolders(grades.students.map(({ student }) => student.id));
  // First, for where case does not count: a folder of Ada's must not take that of a new ada along.
  removeStrangers(path.join(out, "students"), new Set(folders.values()));
  const solutions = solutionsShown ? given.solutions : new Map<string, string>();
  for (const student of grades.students) {
    const name = folders.get(student.student.id);
    if (!name) throw new Error(`the student ${student.student.id} has no folder`);
    writeFiles(path.join(workshop, name), studentFiles(student, grades, solutions));
    replaceFolder(path.join(out, "students", name), path.join(workshop, name));
  }
  rmSync(workshop, { recursive: true });
}

async function writeClassFiles(grades: ClassGrades, out: string, given: GivenSources): Promise<void> {
  const texts = {
    "gradebook.csv": gradebookCsv(grades),
    "junit.xml": junitXml(grades),
    "ctrf.json": ctrfJson(grades),
    "summary.html": summaryHtml(grades, given),
  };
  for (const [name, text] of Object.entries(texts)) await writeFileAtomic(path.join(out, name), text, { fsync: false });
}

/** One after the other and waited for: thousands of small files through Node's pool of threads cost twice the processor time. */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const paths = [...files].map(([file, text]) => [path.join(folder, file), text] as const);
  for (const parent of new Set(paths.map(([file]) => path.dirname(file)))) mkdirSync(parent, { recursive: true });
  for (const [file, text] of paths) writeFileSync(file, text);
}

/** What an earlier run wrote goes as a whole: an exercise that is no longer assigned, a picture of a failure that is gone. */
function replaceFolder(folder: string, fresh: string): void {
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/** Removes the folders of students who are no longer in the class, and nothing that was not written by us. */
function removeStrangers(root: string, folders: ReadonlySet<string>): void {
  mkdirSync(root, { recursive: true });
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || folders.has(entry.name)) continue;
    const folder = path.join(root, entry.name);
    if (existsSync(path.join(folder, "feedback.html"))) rmSync(folder, { recursive: true });
  }
}
