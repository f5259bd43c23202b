import type { PageVerdict } from "./hand-in.ts";

/** One answer as it was handed in, before anybody judged it. */
export interface HandedAnswer {
  /** The exercise that it claims to answer. */
  readonly exercise: string;
  readonly source: string;
  /** What the student's page said. It counts for nothing. */
  readonly pageVerdict?: PageVerdict;
}

/** One hand-in of one student. */
export interface Submission {
  readonly student: Student;
  /** Milliseconds since 1970. */
  readonly handedInAt: number;
  readonly answers: readonly HandedAnswer[];
  /** Where it came from, relative to the folder of submissions, for messages. */
  readonly origin: string;
}

export interface Student {
  /** As typed, or the folder's name: what tells students apart. */
  readonly id: string;
  readonly name: string;
}

/** Something among the submissions that is not as it should be. It is reported, and costs nobody anything by itself. */
export interface SubmissionProblem {
  readonly origin: string;
  /** Id of the student whom it concerns, where that is known. */
  readonly student?: string;
  readonly message: string;
}
