import type { Assignment } from "../assignment/assignment.ts";
import { lateness, type Lateness } from "../assignment/lateness.ts";
import { byCodeUnits } from "./order.ts";
import type { Submission, SubmissionProblem } from "./submission.ts";

/** The hand-in of a student that is graded. */
export interface CountedHandIn {
  readonly submission: Submission;
  /** How many hand-ins the student made that could count: neither early, nor after the close, nor beyond the attempts. */
  readonly attempts: number;
}

export interface CountedHandIns {
  /** One a student, sorted by the student's id. */
  readonly counted: readonly CountedHandIn[];
  /** One for each hand-in that was passed over, with the reason. */
  readonly problems: readonly SubmissionProblem[];
}

/**
 * Chooses the hand-in of each student that counts: the last of those between opening and close, within the attempts. Hand-ins of
 * one time stand in the order in which they were read. A student of whom none can count appears with the latest one, 0 attempts
 * and the lateness "early" or "closed", so that nobody vanishes.
 */
export function countedHandIns(submissions: readonly Submission[], assignment: Assignment): CountedHandIns {
  const problems: SubmissionProblem[] = [];
  const students = [...Map.groupBy(submissions, ({ student }) => student.id)].sort(([a], [b]) => byCodeUnits(a, b));
  const counted = students.map(([, handIns]) => countedOf(handIns.toSorted(byTime), assignment, problems));
  return { counted, problems };
}

function countedOf(handIns: readonly Submission[], assignment: Assignment, problems: SubmissionProblem[]): CountedHandIn {
  const inWindow: Submission[] = [];
  for (const handIn of handIns) {
    const reason = outsideReason(lateness(assignment, handIn.handedInAt).status);
    if (reason === undefined) inWindow.push(handIn);
    else problems.push(passedOver(handIn, reason));
  }
  const limit = assignment.attempts ?? inWindow.length;
  for (const handIn of inWindow.slice(limit)) problems.push(passedOver(handIn, `comes after the last of ${limit} attempts`));
  const within = inWindow.slice(0, limit);
  return { submission: within.at(-1) ?? handIns.at(-1)!, attempts: within.length };
}

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

const byTime = (a: Submission, b: Submission): number => a.handedInAt - b.handedInAt;

const passedOver = ({ origin, student }: Submission, reason: string): SubmissionProblem => ({
  origin,
  student: student.id,
  message: `${reason}, and does not count`,
});
