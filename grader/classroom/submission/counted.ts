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

/** The hand-ins of one student that can count, of those in order of time: neither early, nor after the close, nor beyond the attempts. */
export function countingHandIns<HandIn extends Pick<Submission, "handedInAt">>(
  handIns: readonly HandIn[],
  assignment: Assignment,
): readonly HandIn[] {
  const inWindow = handIns.filter(({ handedInAt }) => outsideReason(lateness(assignment, handedInAt).status) === undefined);
  return inWindow.slice(0, assignment.attempts);
}

function countedOf(handIns: readonly Submission[], assignment: Assignment, problems: SubmissionProblem[]): CountedHandIn {
  const counting = countingHandIns(handIns, assignment);
  for (const handIn of handIns.filter((handIn) => !counting.includes(handIn))) {
    const reason = outsideReason(lateness(assignment, handIn.handedInAt).status);
    problems.push(passedOver(handIn, reason ?? `comes after the last of ${assignment.attempts} attempts`));
  }
  return { submission: counting.at(-1) ?? handIns.at(-1)!, attempts: counting.length };
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
