import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import type { Dim3, WarpRequest } from "#simulator";

/** What the grader says of one answer. The contract that pages, command line, reports and gradebooks share. */
export type GradeResult = {
  readonly schema: "coalesce/result/v1";
  readonly exercise: string;
  /** Content hash of the exercise's folder: the same folder, the same hash. */
  readonly exerciseVersion: string;
  readonly simulatorVersion: string;
} & Outcome;

export type Outcome = Judged | AnswerFailure | GraderFault;

/** The answer ran to its end and was judged. */
export interface Judged {
  readonly status: "pass" | "fail";
  readonly score: number;
  readonly maxScore: number;
  readonly checks: readonly CheckResult[];
  readonly metrics: readonly Metric[];
  readonly diagnosis?: Diagnosis;
}

/** The answer could not be judged, for a reason that lies in the answer. */
export interface AnswerFailure {
  readonly status: "error";
  readonly error: AnswerError;
}

/** The grader could not do its work: our bug, never the learner's. */
export interface GraderFault {
  readonly status: "fault";
  readonly message: string;
}

/** One check in one case. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  /** The id of the case. */
  readonly case: string;
  readonly verdict: "pass" | "fail" | "skipped";
  readonly points: number;
  readonly maxPoints: number;
  readonly message: string;
  readonly witness?: Witness;
  readonly visibility: "visible" | "hidden";
}

/** A figure of one access in one case, in the order that the course always shows them. */
export interface Metric {
  readonly case: string;
  readonly access: string;
  readonly name: MetricName;
  readonly value: number;
}

export type MetricName =
  | "requests"
  | "sectors"
  | "idealSectors"
  | "sectorsPerRequest"
  | "cacheLines"
  | "efficiency"
  | "dramReadBytes"
  | "dramWriteBytes"
  | "wavefronts"
  | "idealWavefronts"
  | "bankConflicts"
  | "conflictDegree";

/** The misconception behind an answer that behaves like one of the exercise's wrong answers. */
export interface Diagnosis {
  /** The file name in `wrong/`, without its extension. */
  readonly id: string;
  readonly message: string;
}

/** The smallest piece of a trace that proves a failure. Plain data: it can be drawn, printed and stored. */
export interface Witness {
  readonly case: string;
  readonly access: string;
  readonly array: string;
  readonly blockIdx: Dim3;
  /** Number of the warp in its block. */
  readonly warp: number;
  /** Pass of the innermost repeat around the access; 0 outside of any. */
  readonly iteration: number;
  /** Pass of the repeat around that one; 0 outside of any. */
  readonly outerIteration: number;
  /** The lanes that the sentence speaks of. */
  readonly lanes: readonly number[];
  /** The request of that warp, with byte addresses from the start of the array. Lanes that sit out have address 0. */
  readonly request: WarpRequest;
}
