import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Assignment } from "../assignment/assignment.ts";
import type { HandedAnswer, Submission, SubmissionProblem } from "./submission.ts";

/** What lies in a folder of submissions: a folder a student, a file an exercise, `ada/row-walk.ts`. */
export interface Collected {
  readonly submissions: readonly Submission[];
  readonly problems: readonly SubmissionProblem[];
}

/**
 * Reads a folder of submissions. The time of a hand-in is that of its newest answer's file. What cannot be read, or answers
 * nothing that was assigned, is a problem and keeps nothing else from being read.
 */
export async function readSubmissions(folder: string, assignment: Assignment): Promise<Collected> {
  const problems: SubmissionProblem[] = [];
  const submissions: Submission[] = [];
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name, "en"));
  for (const entry of entries) {
    const origin = path.join(folder, entry.name);
    if (!entry.isDirectory()) problems.push({ origin, message: "lies beside the students' folders and was not graded" });
    else submissions.push(await readStudent(origin, entry.name, assignment, problems));
  }
  return { submissions, problems };
}

async function readStudent(folder: string, student: string, assignment: Assignment, problems: SubmissionProblem[]): Promise<Submission> {
  const assigned = new Set(assignment.exercises.map(({ id }) => id));
  const answers: HandedAnswer[] = [];
  let handedInAt = 0;
  const files = (await readdir(folder, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name, "en"));
  for (const file of files) {
    const origin = path.join(folder, file.name);
    const exercise = path.basename(file.name, ".ts");
    if (!file.isFile() || path.extname(file.name) !== ".ts")
      problems.push({ origin, student, message: "is no .ts file and was not graded" });
    else if (!assigned.has(exercise)) problems.push({ origin, student, message: `answers ${exercise}, which is not assigned` });
    else {
      answers.push({ exercise, source: await readFile(origin, "utf8") });
      handedInAt = Math.max(handedInAt, (await stat(origin)).mtimeMs);
    }
  }
  if (answers.length === 0) problems.push({ origin: folder, student, message: "holds no answer to anything that was assigned" });
  return { student: { id: student, name: "" }, handedInAt: Math.round(handedInAt), answers, origin: folder };
}
