import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
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
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  await writeClassFiles(grades, out, given);
  const folders = studentFolders(grades.students.map(({ student }) => student.id));
  // First, for where case does not count: a folder of Ada's must not take that of a new ada along.
  await removeStrangers(path.join(out, "students"), new Set(folders.values()));
  const solutions = solutionsShown ? given.solutions : new Map<string, string>();
  const writeStudent = async (student: StudentGrade): Promise<void> => {
    const name = folders.get(student.student.id);
    if (!name) throw new Error(`the student ${student.student.id} has no folder`);
    await writeFiles(path.join(workshop, name), studentFiles(student, grades, solutions));
    await replaceFolder(path.join(out, "students", name), path.join(workshop, name));
  };
  const limit = pLimit(STUDENTS_AT_ONCE);
  await Promise.all(grades.students.map((student) => limit(writeStudent, student)));
  await rm(workshop, { recursive: true });
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

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const paths = [...files].map(([file, text]) => [path.join(folder, file), text] as const);
  for (const parent of new Set(paths.map(([file]) => path.dirname(file)))) await mkdir(parent, { recursive: true });
  await Promise.all(paths.map(([file, text]) => writeFile(file, text)));
}

/** What an earlier run wrote goes as a whole: an exercise that is no longer assigned, a picture of a failure that is gone. */
async function replaceFolder(folder: string, fresh: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
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
