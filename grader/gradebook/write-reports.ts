import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import writeFileAtomic from "write-file-atomic";
import type { ClassGrades, StudentGrade } from "../class/class-grades.ts";
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

/** While files of one are written, the next one's are drawn. */
const STUDENTS_AT_ONCE = 4;
/** Files of one folder that are written at the same time. */
const FILES_AT_ONCE = 16;

/**
 * Writes all reports of a class into a folder of results: the class's own files, and a folder for each student. Equal grades
 * give equal bytes. Files and students' folders that an earlier run left, and that no longer belong, are removed.
 */
export async function writeReports(grades: ClassGrades, out: string, { solutionsShown, ...given }: ReportOptions): Promise<void> {
  await writeAll(out, [
    ["gradebook.csv", gradebookCsv(grades)],
    ["junit.xml", junitXml(grades)],
    ["ctrf.json", ctrfJson(grades)],
    ["summary.html", summaryHtml(grades, given)],
  ]);
  const root = path.join(out, "students");
  const folders = studentFolders(grades.students.map(({ student }) => student.id));
  // First, for where case does not count: a folder of Ada's must not take that of a new ada along.
  await removeStrangers(root, new Set(folders.values()));
  const solutions = solutionsShown ? given.solutions : new Map<string, string>();
  const limit = pLimit(STUDENTS_AT_ONCE);
  const writeStudent = async (student: StudentGrade): Promise<void> => {
    const folder = path.join(root, folders.get(student.student.id) ?? "");
    const files = studentFiles(student, grades, solutions);
    await writeAll(folder, [...files]);
    await removeOthers(folder, new Set(files.keys()));
  };
  await Promise.all(grades.students.map((student) => limit(writeStudent, student)));
}

/** Nothing is waited for on the disk: what a crash loses is written again from the verdicts. */
async function writeAll(folder: string, files: readonly (readonly [file: string, text: string])[]): Promise<void> {
  const limit = pLimit(FILES_AT_ONCE);
  const parents = new Set(files.map(([file]) => path.dirname(path.join(folder, file))));
  for (const parent of parents) await mkdir(parent, { recursive: true });
  await Promise.all(files.map(([file, text]) => limit(() => writeFileAtomic(path.join(folder, file), text, { fsync: false }))));
}

/** Removes what an earlier run wrote into a student's folder: an exercise that is no longer assigned, a picture of a failure that is gone. */
async function removeOthers(folder: string, files: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).replaceAll(path.sep, "/");
    const belongs = files.has(name) || (entry.isDirectory() && [...files].some((kept) => kept.startsWith(`${name}/`)));
    if (!belongs) await rm(file, { recursive: true, force: true });
  }
}

/** Removes the folders of students who are no longer in the class, and nothing that was not written by us. */
async function removeStrangers(root: string, folders: ReadonlySet<string>): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory() || folders.has(entry.name)) continue;
    const folder = path.join(root, entry.name);
    const isOurs = await stat(path.join(folder, "feedback.html")).then(
      () => true,
      () => false,
    );
    if (isOurs) await rm(folder, { recursive: true });
  }
}
