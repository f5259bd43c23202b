import type { Assignment } from "../assignment/assignment.ts";
import { readAnswerFiles } from "./answer-files.ts";
import { findFiles } from "./find-files.ts";
import { readHandInFiles } from "./hand-in-file.ts";
import { identityProblems } from "./identity.ts";
import { byCodeUnits } from "./order.ts";
import type { Submission, SubmissionProblem } from "./submission.ts";

/** What was found among the submissions. */
export interface Collected {
  /** Sorted by student, then by the time that the hand-in claims, then by origin. A student may have several. */
  readonly submissions: readonly Submission[];
  /** Sorted by origin. */
  readonly problems: readonly SubmissionProblem[];
}

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
