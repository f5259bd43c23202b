import type { Assignment } from "../assignment/assignment.ts";
import { readAnswerFiles } from "./answer-files.ts";
import { readHandInFiles } from "./hand-in-files.ts";
import { byCodeUnits, type Collected, type Submission, type SubmissionProblem } from "./submission.ts";
import { findFiles } from "./submitted-files.ts";

export interface ReadOptions {
  /** When the instructor received each student's work, in milliseconds since 1970, by student id: it overrides what files claim. */
  readonly received?: ReadonlyMap<string, number>;
  /** The current content hash of each exercise: answers to another version are reported. */
  readonly versions?: ReadonlyMap<string, string>;
}

/**
 * Reads the hand-ins of a class. Each path is one of these:
 *
 * - a hand-in file, `*.json`, as the page writes it. It contains the student's id.
 * - an answer, `<exercise>.ts`, in a folder with the student's name: `ada/row-walk.ts`. Or `<student>_<exercise>.ts` or
 *   `<student>.<exercise>.ts`, as an LMS names files that it exports into one folder.
 * - a folder of both, and of such folders, at most three levels deep. Names with a leading dot are ignored.
 *
 * The answers of one student in one folder are one hand-in, with the time of the newest file; a hand-in file contains its own time. A
 * file that cannot be read, or answers no assigned exercise, is reported as a problem, and the others are read.
 */
export async function readSubmissions(paths: readonly string[], assignment: Assignment, options: ReadOptions = {}): Promise<Collected> {
  const found = await findFiles(paths);
  const handIns = await readHandInFiles(found.handInFiles, assignment, options.versions);
  const answers = await readAnswerFiles(found, assignment);
  const claimed = [...handIns.submissions, ...answers.submissions].sort(
    (a, b) => byCodeUnits(a.student.id, b.student.id) || a.handedInAt - b.handedInAt || byCodeUnits(a.origin, b.origin),
  );
  const problems = [...found.problems, ...handIns.problems, ...answers.problems, ...identityProblems(claimed)];
  if (options.received) problems.push(...receiptProblems(claimed, options.received));
  return {
    submissions: claimed.map((submission) => ({
      ...submission,
      handedInAt: options.received?.get(submission.student.id) ?? submission.handedInAt,
    })),
    problems: problems.sort((a, b) => byCodeUnits(a.origin, b.origin) || byCodeUnits(a.message, b.message)),
  };
}

/** Students without a time received, and times received without a hand-in. */
function receiptProblems(submissions: readonly Submission[], received: ReadonlyMap<string, number>): SubmissionProblem[] {
  const submitted = new Set(submissions.map(({ student }) => student.id));
  return [
    ...submissions
      .filter(({ student }) => !received.has(student.id))
      .map(({ origin, student }) => ({
        origin,
        student: student.id,
        message: "has no time among the times received, so the time that it claims itself counts",
      })),
    ...[...received.keys()]
      .filter((id) => !submitted.has(id))
      .map((id) => ({ origin: id, student: id, message: "is among the times received, but nothing that could be read was handed in" })),
  ];
}

/** Ids that may have been mistyped: one id with several names, and ids that differ only in case and blanks. */
function identityProblems(submissions: readonly Submission[]): SubmissionProblem[] {
  return [...severalNames(submissions), ...similarIds(submissions)];
}

function severalNames(submissions: readonly Submission[]): SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  const firstById = new Map<string, Submission>();
  for (const submission of submissions.filter(({ student }) => student.name !== "")) {
    const { origin, student } = submission;
    const first = firstById.get(student.id) ?? submission;
    firstById.set(student.id, first);
    if (first.student.name === student.name) continue;
    const names = `has the id ${student.id} like ${first.origin}, but the name "${student.name}", not "${first.student.name}"`;
    problems.push({ origin, student: student.id, message: `${names}; both count as hand-ins of one student` });
  }
  return problems;
}

function similarIds(submissions: readonly Submission[]): SubmissionProblem[] {
  const problems: SubmissionProblem[] = [];
  const firstByLetters = new Map<string, string>();
  const ids = new Map(submissions.map((submission) => [submission.student.id, submission] as const));
  for (const [id, { origin }] of ids) {
    const letters = id.toLowerCase().replaceAll(/\s/g, "");
    const first = firstByLetters.get(letters);
    if (first === undefined) firstByLetters.set(letters, id);
    else
      problems.push({
        origin,
        student: id,
        message: `"${id}" differs from "${first}" in case or blanks only; the two are graded as two students`,
      });
  }
  return problems;
}
