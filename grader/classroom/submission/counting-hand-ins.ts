import type { Assignment } from "../assignment/assignment.ts";
import { lateness, type Lateness } from "../assignment/lateness.ts";
import { byCodeUnits, type Submission, type SubmissionProblem } from "./submission.ts";

/** The hand-in of a student that is graded. */
export interface SelectedHandIn {
  readonly submission: Submission;
  /** How many of the student's hand-ins are valid attempts: neither early, nor after the close, nor beyond the limit of attempts. */
  readonly attempts: number;
}

/** The hand-in that counts for each student of a class. */
export interface Selection {
  /** One per student, sorted by the student's id. */
  readonly selected: readonly SelectedHandIn[];
  /** One per hand-in that does not count, with the reason. */
  readonly problems: readonly SubmissionProblem[];
}

/**
 * Selects the hand-in that counts for each student: the last valid attempt. Hand-ins of the same time keep the order in which they
 * were read. A student without a valid attempt is listed with the latest hand-in, which is early or after the close, and 0 attempts:
 * no student is missing from the gradebook.
 */
export function selectHandIns(submissions: readonly Submission[], assignment: Assignment): Selection {
  const problems: SubmissionProblem[] = [];
  const students = [...Map.groupBy(submissions, ({ student }) => student.id)].sort(([a], [b]) => byCodeUnits(a, b));
  const selected = students.map(([, handIns]) => selectOne(handIns.toSorted(byTime), assignment, problems));
  return { selected, problems };
}

/** The valid attempts among one student's hand-ins, given in order of time: neither early, nor after the close, nor beyond the limit. */
export function countingHandIns<HandIn extends Pick<Submission, "handedInAt">>(
  handIns: readonly HandIn[],
  assignment: Assignment,
): readonly HandIn[] {
  const inWindow = handIns.filter(
    ({ handedInAt }) => handedInAt !== null && outsideReason(lateness(assignment, handedInAt).status) === undefined,
  );
  return inWindow.slice(0, assignment.attempts);
}

function selectOne(handIns: readonly Submission[], assignment: Assignment, problems: SubmissionProblem[]): SelectedHandIn {
  const counting = countingHandIns(handIns, assignment);
  for (const handIn of handIns.filter((handIn) => !counting.includes(handIn))) {
    if (handIn.handedInAt === null) continue;
    const reason = outsideReason(lateness(assignment, handIn.handedInAt).status);
    problems.push(passedOver(handIn, reason ?? `comes after the last of ${assignment.attempts} attempts`));
  }
  const submission = counting.at(-1) ?? handIns.at(-1);
  if (submission === undefined) throw new Error("every student has a hand-in");
  return { submission, attempts: counting.length };
}

/** Why a hand-in of this lateness is no valid attempt; undefined if it is one. */
function outsideReason(status: Lateness["status"]): string | undefined {
  switch (status) {
    case "early":
      return "was handed in before the assignment opened";
    case "closed":
      return "was handed in after the assignment had closed";
    case "in-time":
    case "late":
      return undefined;
  }
}

const byTime = (a: Submission, b: Submission): number => (a.handedInAt ?? -Infinity) - (b.handedInAt ?? -Infinity) || 0;

const passedOver = ({ origin, student }: Submission, reason: string): SubmissionProblem => ({
  origin,
  student: student.id,
  message: `${reason}, and does not count`,
});
