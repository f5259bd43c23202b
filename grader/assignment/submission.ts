/** One answer as it was handed in, before anybody judged it. */
export interface HandedAnswer {
  /** The exercise that it claims to answer. */
  readonly exercise: string;
  readonly source: string;
}

/** What one student handed in. */
export interface Submission {
  /** As typed, or the folder's name. */
  readonly student: string;
  /** Milliseconds since 1970. */
  readonly handedInAt: number;
  readonly answers: readonly HandedAnswer[];
  /** Where it came from, for messages. */
  readonly origin: string;
}

/** Something among the submissions that is not as it should be. It is reported, and costs nobody anything by itself. */
export interface SubmissionProblem {
  readonly origin: string;
  readonly student?: string;
  readonly message: string;
}
