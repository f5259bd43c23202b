import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { classJson, type ClassHead, type GradedClass, type StudentGrade } from "../grading/class-grades.ts";
import { OutcomeCollector, type ClassOutcomes } from "./class-outcomes.ts";
import type { Roster } from "../submission/roster.ts";
import type { ClassReport } from "./class-report.ts";
import { ctrfJson } from "./ctrf-json.ts";
import { gradebookCsv } from "./gradebook-csv.ts";
import { itemsCsv } from "./items-csv.ts";
import { LMS_GRADEBOOKS, lmsGradebooks } from "./lms-gradebook.ts";
import { junitXml } from "./junit-xml.ts";
import type { GivenSources } from "./near-duplicates.ts";
import { similarPages, similarGroups } from "./similar-groups.ts";
import { studentFolders } from "./student-folder.ts";
import type { StudentWriters } from "./student-writers.ts";
import { summaryPage } from "./summary-page.ts";

interface ReportOptions extends GivenSources {
  /** Whether feedback shows the solutions. */
  readonly solutionsShown: boolean;
  /** Write the students' folders, and then end. */
  readonly writers: StudentWriters;
  /** The instructor's list: if it comes from a learning management system, that system's gradebook is written, too. */
  readonly roster?: Roster;
}

/** The name of the folder in which students' folders are written before they replace the previous ones. */
const STAGING = "students.new";

/**
 * Writes `class.json` and all reports of a class into a folder of results: the class's own files, and a folder for each student. Equal
 * grades give equal bytes. Files and students' folders of an earlier run that no longer belong are removed.
 *
 * Few students are in memory at a time, and of the others only the summary's data. Meanwhile, every file that can be read is complete.
 * Nothing is flushed to disk (fsync): files that a crash loses are written again from the verdicts.
 *
 * @returns the class without its verdicts
 */
export async function writeReports(
  graded: GradedClass,
  out: string,
  { solutionsShown, writers, roster, ...given }: ReportOptions,
): Promise<ClassOutcomes> {
  const { head } = graded;
  const staging = path.join(out, STAGING);
  // A killed run may have left something.
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const folders = studentFolders(graded.ids);
  // Stale folders go first: later, on a file system that ignores case, removing the old folder Ada would remove the new folder ada.
  const root = path.join(out, "students");
  removeStale(root, new Set(folders.values()));
  writers.begin({ head, solutions: solutionsShown ? given.solutions : new Map(), root, staging });
  const outcomes = new OutcomeCollector();
  const gradebooks = lmsGradebooks(head, roster);
  for (const name of LMS_GRADEBOOKS) if (!(name in gradebooks)) rmSync(path.join(out, name), { force: true });
  const files = new ClassFiles(out, { ...reportsOf(head, folders), ...gradebooks });
  async function* written(): AsyncIterable<StudentGrade> {
    for await (const student of graded.students()) {
      const name = folders.get(student.student.id);
      if (!name) throw new Error(`the student ${student.student.id} has no folder`);
      await writers.write(student, name);
      files.add(student);
      outcomes.add(student);
      yield student;
    }
  }
  const json = new PartialFile(path.join(out, "class.json"));
  for await (const part of classJson(head, written())) json.write(part);
  await writers.finish();
  json.close();
  files.close();
  const result = { ...head, students: outcomes.students };
  const alike = similarGroups(result, given);
  rmSync(path.join(out, "similar"), { recursive: true, force: true });
  if (alike.length > 0) mkdirSync(path.join(out, "similar"));
  for (const [address, text] of similarPages(result, alike, given)) writeWhole(path.join(out, address), text);
  writeWhole(path.join(out, "summary.html"), summaryPage(result, given, alike));
  writeWhole(path.join(out, "items.csv"), itemsCsv(result));
  rmSync(staging, { recursive: true });
  return result;
}

/** The files about the whole class that are written student by student, by name. */
function reportsOf(head: ClassHead, folders: ReadonlyMap<string, string>): Readonly<Record<string, ClassReport>> {
  return { "gradebook.csv": gradebookCsv(head), "junit.xml": junitXml(head), "ctrf.json": ctrfJson(head, folders) };
}

class ClassFiles {
  readonly #files: readonly { readonly report: ClassReport; readonly file: PartialFile }[];

  constructor(out: string, reports: Readonly<Record<string, ClassReport>>) {
    this.#files = Object.entries(reports).map(([name, report]) => ({ report, file: new PartialFile(path.join(out, name)) }));
    for (const { report, file } of this.#files) file.write(report.start);
  }

  add(student: StudentGrade): void {
    for (const { report, file } of this.#files) file.write(report.student(student));
  }

  close(): void {
    for (const { report, file } of this.#files) {
      file.write(report.end());
      file.close();
    }
  }
}

/** How much of a file is gathered before it is written. */
const CHUNK_CHARACTERS = 1_000_000;

/** A file that is written in parts under another name, and renamed once it is complete. */
class PartialFile {
  readonly #target: string;
  readonly #temporary: string;
  readonly #file: number;
  #gathered: string[] = [];
  #characters = 0;

  constructor(target: string) {
    this.#target = target;
    this.#temporary = `${target}.new`;
    this.#file = openSync(this.#temporary, "w");
  }

  write(text: string): void {
    this.#gathered.push(text);
    this.#characters += text.length;
    if (this.#characters >= CHUNK_CHARACTERS) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
    renameSync(this.#temporary, this.#target);
  }

  #flush(): void {
    writeFileSync(this.#file, this.#gathered.join(""));
    this.#gathered = [];
    this.#characters = 0;
  }
}

function writeWhole(target: string, text: string): void {
  const file = new PartialFile(target);
  file.write(text);
  file.close();
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
