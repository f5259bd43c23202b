import type { GradeResult, Outcome, Witness } from "./result.ts";
import type { AccessTrace, WarpRequest } from "#simulator";

/** Everything that a judgement depends on, as data: what goes into the sandbox. */
export interface Job {
  /** Id of the exercise. */
  readonly exercise: string;
  /** Content hash of the exercise's folder. */
  readonly exerciseVersion: string;
  /** The learner's file. */
  readonly source: string;
  /** The exercise's wrong answers, by file name without extension: an answer that behaves like one is told so. */
  readonly wrongSources: Readonly<Record<string, string>>;
  /** Seeds of the hidden cases that the answer is judged on as well, where it is graded for an assignment. */
  readonly hiddenSeeds?: readonly number[];
  /** "grade": the verdict over all cases. "preview": the picture of the first case, while the learner types. */
  readonly mode: "grade" | "preview";
}

/** What comes out of the sandbox: only data. */
export type JobResult = { readonly mode: "grade"; readonly result: GradeResult } | { readonly mode: "preview"; readonly preview: Preview };

/** The first case of an exercise, run with an answer that may be half written. */
export type Preview =
  | {
      readonly status: "ran";
      readonly case: string;
      /** One a access, in the kernel's order. */
      readonly accesses: readonly PreviewAccess[];
      /** The first thing that is wrong, if anything is. */
      readonly problem?: { readonly message: string; readonly witness?: Witness };
    }
  | Exclude<Outcome, { status: "pass" | "fail" }>;

export interface PreviewAccess {
  readonly figures: AccessTrace;
  /** The requests of the first block's warps (of the access's first pass), for the picture; at most 8. */
  readonly requests: readonly WarpRequest[];
}
