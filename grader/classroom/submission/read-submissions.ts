import type { Assignment } from "../assignment/assignment.ts";
import { readAnswerFiles } from "./answer-files.ts";
import { readHandInFiles } from "./hand-in-files.ts";
import { byCodeUnits, type Collected, type Submission, type SubmissionProblem } from "./submission.ts";
import { findFiles } from "./submitted-files.ts";

export interface ReadOptions {
  /** When the instructor received each student's work, in milliseconds since 1970, by student id: it overrides what files claim. */
  readonly received?: ReadonlyMap<string, number>;
  /** The present content hash of each exercise: answers to another version are named. */
  readonly versions?: ReadonlyMap<string, string>;
}

/**
 * Reads what a class handed in. A path is one of these:
 *
 * - a hand-in file, `*.json`, that the page wrote. The student's id stands in it.
 * - an answer, `<exercise>.ts`: the student is the folder that it lies in, `ada/row-walk.ts`. Or `<student>_<exercise>.ts`,
 *   `<student>.<exercise>.ts`, as an LMS names files that it exports into one folder.
 * - a folder that holds any mixture of both, and folders of them, at most three deep. Names with a leading dot are passed over.
 *
 * The answers of one student in one folder are one hand-in. Its time is that of the newest of the files; a hand-in file says its own.
 * What cannot be read, or answers nothing that was assigned, is a problem and keeps nothing else from being read.
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
