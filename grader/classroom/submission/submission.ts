import type { PageVerdict } from "./hand-in.ts";

/** One answer as it was handed in, before it is judged. */
export interface HandedAnswer {
  /** The exercise that it claims to answer. */
  readonly exercise: string;
  readonly source: string;
  /** The verdict of the student's own page. It is never used for grading. */
  readonly pageVerdict?: PageVerdict;
}

/** One hand-in of one student. */
export interface Submission {
  readonly student: Student;
  /** Milliseconds since 1970. */
  readonly handedInAt: number;
  readonly answers: readonly HandedAnswer[];
  /** The file or folder it was read from, relative to the folder of submissions; for messages. */
  readonly origin: string;
}

export interface Student {
  /** As the student typed it, or the folder's name. It identifies the student. */
  readonly id: string;
  readonly name: string;
}

/** Something wrong among the submissions. It is reported; by itself it costs no points. */
export interface SubmissionProblem {
  readonly origin: string;
  /** The id of the student it concerns, if that is known. */
  readonly student?: string;
  readonly message: string;
}

/** What was read of the hand-ins of a class. */
export interface Collected {
  /** Sorted by student, then by the time that the hand-in claims, then by origin. A student may have several. */
  readonly submissions: readonly Submission[];
  /** Sorted by origin. */
  readonly problems: readonly SubmissionProblem[];
}

/** Compares ids, paths or messages by UTF-16 code units: the same order on every machine, whatever its language. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
