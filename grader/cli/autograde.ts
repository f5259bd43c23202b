import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import writeFileAtomic from "write-file-atomic";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { gradedClass } from "#classroom/grading/class-grades.ts";
import { planClass } from "#classroom/grading/plan.ts";
import { VerdictStore } from "#classroom/grading/verdict-store.ts";
import {
  classListSchema,
  gradedAs,
  groupDecisions,
  readMetadata,
  type ClassList,
  type GradescopeSubmission,
} from "#classroom/packages/gradescope.ts";
import { readSubmissions } from "#classroom/submission/read-submissions.ts";
import { faultLines, judgeClass } from "./class.ts";
import { say, warn } from "./terminal.ts";
import { addExercisesOption, exitCode, readInputFile } from "./usage.ts";

export function autogradeCommand(): Command {
  return addExercisesOption(new Command("autograde"))
    .description("Grades one submission in Gradescope's container, as the autograder of `coalesce package --gradescope` does.")
    .argument("<root>", "where Gradescope has its folders: /autograder")
    .requiredOption("--assignment <file>", "the assignment's file, with its secret")
    .option("--class <file>", "who is who, and what was decided for whom, as `coalesce package --roster --adjustments` wrote it")
    .addHelpText(
      "after",
      `
Reads <root>/submission/ and <root>/submission_metadata.json, and writes <root>/results/results.json. Who handed in, and when, is
what Gradescope says. A group has one result, by the latest due time of its members.

Exit codes: 0 graded · 2 usage · 3 some answer has no verdict`,
    )
    .action(autograde);
}

interface AutogradeOptions {
  readonly assignment: string;
  readonly class?: string;
}

async function autograde(root: string, { assignment: file, class: listFile }: AutogradeOptions): Promise<void> {
  const metadata = path.join(root, "submission_metadata.json");
  const list = listFile === undefined ? NOBODY : classListSchema.parse(JSON.parse(await readInputFile(listFile)));
  const { students, receivedAt } = readMetadata(await readInputFile(metadata), metadata);
  const submission = { students: students.map((student) => ({ ...student, id: gradedAs(student.id, list) })), receivedAt };
  const work = await mkdtemp(path.join(tmpdir(), "coalesce-autograde-"));
  try {
    const results = path.join(root, "results", "results.json");
    await mkdir(path.dirname(results), { recursive: true });
    await writeFileAtomic(results, await graded(root, { file, submission, list, work }));
    say(`${results}: written\n`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const LIST = new Intl.ListFormat("en-GB");

const NOBODY: ClassList = { students: [], adjustments: [] };

interface Autograding {
  /** The assignment's file. */
  readonly file: string;
  readonly submission: GradescopeSubmission;
  readonly list: ClassList;
  /** An empty folder. */
  readonly work: string;
}

/** The submission's results.json. */
async function graded(root: string, { file, submission, list, work }: Autograding): Promise<string> {
  const { students, receivedAt } = submission;
  const [{ id } = { id: "" }] = students;
  const { assignment, folders } = await readAssignedCourse(await readFile(file, "utf8"), file);
  const handedIn = path.join(work, "handed-in");
  // The student's folder, as in every layout of a class: its name counts, whatever a file claims.
  await mkdir(handedIn);
  try {
    await cp(path.join(root, "submission"), path.join(handedIn, id.replaceAll(/[/\\\0]/g, "_")), { recursive: true });
  } catch (error) {
    throw new InputError(`cannot read ${path.join(root, "submission")}: ${(error as Error).message}`);
  }
  const collected = await readSubmissions([handedIn], assignment, { layout: "folders" });
  const submissions = collected.submissions.map((one) => ({
    ...one,
    student: { ...one.student, name: LIST.format(students.flatMap(({ name }) => name || [])) || one.student.name },
    handedInAt: one.answers.length > 0 ? receivedAt : one.handedInAt,
  }));
  const { adjustments, left } = groupDecisions(
    students.map(({ id }) => id),
    list.adjustments,
    assignment,
  );
  const plan = planClass(assignment, folders, { ...collected, submissions }, { adjustments });
  const store = new VerdictStore(path.join(work, "results"), assignment.secret);
  const judging = await judgeClass(plan.tasks, store, 1);
  if (judging.faults.length > 0) {
    warn(faultLines(judging));
    process.exitCode = exitCode.infrastructure;
  }
  const { gradescopeJson } = await import("#classroom/reports/gradescope-json.ts");
  const { head, students: grades } = gradedClass(plan, (task) => store.read(task));
  for await (const grade of grades()) return gradescopeJson(grade, head, { left });
  throw new InputError(`${path.join(root, "submission")} holds nothing`);
}
