import type { Dim3 } from "#simulator";

export type AnswerErrorKind = "does-not-parse" | "missing-export" | "threw" | "not-an-index" | "out-of-time" | "out-of-memory" | "impure";

/** Why an answer could not be judged. */
export interface AnswerError {
  readonly kind: AnswerErrorKind;
  /** What happened and what to do about it. The place is told by `line` and `column`, not here. */
  readonly message: string;
  /** In the learner's source, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The call that it happened in, where it happened in one. */
  readonly call?: CallSite;
}

/** One call of a learner's function. */
export interface CallSite {
  /** Id of the case. */
  readonly case: string;
  readonly access: string;
  readonly blockIdx: Dim3;
  readonly threadIdx: Dim3;
}

/** Thrown where an answer turns out not to be judgeable; the judge turns it into a result with status "error". */
export class AnswerRefused extends Error {
  override name = "AnswerRefused";
  readonly error: AnswerError;

  constructor(error: AnswerError) {
    super(error.message);
    this.error = error;
  }
}
