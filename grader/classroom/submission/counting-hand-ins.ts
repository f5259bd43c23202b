import type { Assignment } from "../assignment/assignment.ts";
import { lateness, type Lateness } from "../assignment/lateness.ts";
import { byCodeUnits, type HandedAnswer, type Submission, type SubmissionProblem } from "./submission.ts";

/** The hand-ins of a student that count. */
export interface SelectedHandIn {
  /** The last valid attempt; without one, the latest hand-in. */
  readonly submission: Submission;
  /** The valid attempts, in the order of time: neither early, nor after the close, nor beyond the limit of attempts. */
  readonly valid: readonly Submission[];
}

/** The hand-ins that count for each student of a class. */
export interface Selection {
  /** One per student, sorted by the student's id. */
  readonly selected: readonly SelectedHandIn[];
  /** One per hand-in that does not count, with the reason. */
  readonly problems: readonly SubmissionProblem[];
}

/** An answer that may count, with the hand-in that it comes from. */
export interface CandidateAnswer {
  readonly answer: HandedAnswer;
  readonly handIn: Submission;
}

/**
 * Selects the hand-ins that count for each student: the valid attempts. Hand-ins of the same time keep the order in which they were read.
 * A student without a valid attempt is listed with the latest hand-in, which is early or after the close: no student is missing from the
 * gradebook.
 *
 * @param assignmentOf the assignment as it is for a student, with an extension for example
 */
export function selectHandIns(submissions: readonly Submission[], assignmentOf: (student: string) => Assignment): Selection {
  const problems: SubmissionProblem[] = [];
  const students = [...Map.groupBy(submissions, ({ student }) => student.id)].sort(([a], [b]) => byCodeUnits(a, b));
  const selected = students.map(([id, handIns]) => selectOne(handIns.toSorted(byTime), assignmentOf(id), problems));
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

/** The answers to an exercise among which one counts: one, or none, unless the best of all attempts counts. */
export function candidateAnswers(
  exercise: string,
  { submission, valid }: SelectedHandIn,
  { resubmission = "last" }: Pick<Assignment, "resubmission">,
): readonly CandidateAnswer[] {
  const attempts = valid.length === 0 || resubmission === "last" ? [submission] : valid;
  const answered = attempts.flatMap((handIn) => {
    const answer = handIn.answers.find((answer) => answer.exercise === exercise);
    return answer === undefined ? [] : [{ answer, handIn }];
  });
  return resubmission === "best" ? answered : answered.slice(-1);
}

function selectOne(handIns: readonly Submission[], assignment: Assignment, problems: SubmissionProblem[]): SelectedHandIn {
  const valid = countingHandIns(handIns, assignment);
  for (const handIn of handIns.filter((handIn) => !valid.includes(handIn))) {
    if (handIn.handedInAt === null) continue;
    const reason = outsideReason(lateness(assignment, handIn.handedInAt).status);
    problems.push(passedOver(handIn, reason ?? `comes after the last of ${assignment.attempts} attempts`));
  }
  const submission = valid.at(-1) ?? handIns.at(-1);
  if (submission === undefined) throw new Error("every student has a hand-in");
  return { submission, valid };
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

const byTime = (a: Submission, b: Submission): number => (a.handedInAt ?? -1e15) - (b.handedInAt ?? -1e15);

const passedOver = ({ origin, student }: Submission, reason: string): SubmissionProblem => ({
  origin,
  student: student.id,
  message: `${reason}, and does not count`,
});
