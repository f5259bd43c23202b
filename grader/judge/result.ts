import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import { simulatorVersion, type Dim3, type WarpRequest } from "#simulator";

/** The grader's result for one answer: the contract that pages, command line, reports and gradebooks share. */
export type GradeResult = {
  readonly schema: "coalesce/result/v1";
  readonly exercise: string;
  /** Content hash of the exercise's folder: the same folder, the same hash. */
  readonly exerciseVersion: string;
  readonly simulatorVersion: string;
} & Outcome;

/** How the grading of an answer ended. */
export type Outcome = Judged | AnswerFailure | GraderFault;

/** An outcome together with the exercise and the versions that it belongs to. */
export function resultOf({ exercise, exerciseVersion }: Pick<GradeResult, "exercise" | "exerciseVersion">, outcome: Outcome): GradeResult {
  return { schema: "coalesce/result/v1", exercise, exerciseVersion, simulatorVersion, ...outcome };
}

/** The answer ran to its end and was judged. */
export interface Judged {
  readonly status: "pass" | "fail";
  readonly score: number;
  readonly maxScore: number;
  readonly checks: readonly CheckResult[];
  readonly metrics: readonly Metric[];
  readonly diagnosis?: Diagnosis;
}

/** The answer could not be judged because of something in the answer. */
export interface AnswerFailure {
  readonly status: "error";
  readonly error: AnswerError;
}

/** The grader could not do its work: our bug, never the learner's. */
export interface GraderFault {
  readonly status: "fault";
  readonly message: string;
}

/** The judge's decision on one check in one case; "skipped": other checks must pass first. */
export type Verdict = "pass" | "fail" | "skipped";

/** One check in one case. */
export interface CheckResult {
  readonly id: string;
  /** Whether it is about the right elements or about what they cost; absent in results of earlier versions. */
  readonly kind?: "correctness" | "cost";
  readonly title: string;
  /** The id of the case. */
  readonly case: string;
  readonly verdict: Verdict;
  readonly points: number;
  readonly maxPoints: number;
  readonly message: string;
  readonly witness?: Witness;
  readonly visibility: "visible" | "hidden";
}

/** A count of one access in one case, or a ratio of counts. */
export interface Metric {
  readonly case: string;
  readonly access: string;
  readonly name: MetricName;
  readonly value: number;
}

/** The names of all metrics. */
export const METRIC_NAMES = [
  "requests",
  "sectors",
  "idealSectors",
  "sectorsPerRequest",
  "cacheLines",
  "efficiency",
  "dramReadBytes",
  "dramWriteBytes",
  "wavefronts",
  "idealWavefronts",
  "bankConflicts",
  "conflictDegree",
] as const;

export type MetricName = (typeof METRIC_NAMES)[number];

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
  /** Blocks of the launch along each axis, by which a block is named; absent in results of earlier versions. */
  readonly gridDim?: Dim3;
  /** Number of the warp in its block. */
  readonly warp: number;
  /** Index of the innermost loop around the access; 0 outside any loop. */
  readonly iteration: number;
  /** Index of the loop around that one; 0 outside any. */
  readonly outerIteration: number;
  /** The lanes that the message is about. */
  readonly lanes: readonly number[];
  /** The request of that warp, with byte addresses from the start of the array. Inactive lanes have address 0. */
  readonly request: WarpRequest;
}
