import type { AnswerError } from "#sandbox/answer/answer-error.ts";
import { simulatorVersion, type Dim3, type Launch, type LayoutDescription, type RequestFault, type WarpRequest } from "#simulator";

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
  /** The provenance of the element that the first failure is about, if a thread stored it. */
  readonly provenance?: Provenance;
  /** For an exercise in a tile's layout: what kind of layout the answer gives. */
  readonly layout?: JudgedLayoutName;
}

/** The name of a layout, and its matrix over bits if it has one. */
export type JudgedLayoutName = Pick<LayoutDescription, "name" | "matrix">;

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
  /** The addresses of all lanes of a request that a GPU would not carry out: the request above has only the valid ones. */
  readonly fault?: RequestFault;
}

/**
 * The provenance of a wrong element, step by step, and the value that belongs in its place. Plain data: it can be drawn, printed and
 * stored.
 */
export interface Provenance {
  readonly case: string;
  readonly launch: Launch;
  readonly array: string;
  readonly elementIndex: number;
  /** If nothing was stored in that element: the element of the same array that got its value. */
  readonly storedIn?: number;
  /** The number of the addend that is followed, from 0, and how many there are; absent where nothing is added up. */
  readonly addend?: { readonly number: number; readonly of: number; readonly expected: number };
  /** The source element that it came from; absent where it came from nothing. */
  readonly found?: SourcePlace;
  /** The source element that should have come in its place; absent where nothing should. */
  readonly wanted?: SourcePlace;
  /** The latest first: a store to the array, and back to the load of a source element. */
  readonly steps: readonly ProvenanceStep[];
  /** Where the wanted element was when another word of the block was loaded, and which thread had stored it there. */
  readonly wantedAt?: { readonly array: string; readonly elementIndex: number; readonly threadIdx: Dim3 };
  /** Whether a thread of the block has loaded the wanted element at all. */
  readonly isLoaded?: boolean;
  /** The functions that are enough to change, one by one: put right alone, each makes the answer right. */
  readonly suspects: readonly string[];
  /** The number of the step that is the first to differ from what it should be, in the order of the data. */
  readonly guilty?: number;
  /** The request of that step. */
  readonly witness?: Witness;
}

/** One load or store by one thread. */
export interface ProvenanceStep {
  readonly access: string;
  /** The answer's function that gave the index; absent where the exercise gives it. */
  readonly function?: string;
  readonly op: "load" | "store";
  readonly space: "global" | "shared";
  readonly array: string;
  readonly elementIndex: number;
  readonly blockIdx: Dim3;
  readonly threadIdx: Dim3;
  readonly iteration: number;
  readonly outerIteration: number;
  /** The element that it would have to be, if everything else stayed as it is: of a guilty step other than a store to shared memory. */
  readonly should?: number;
}

/** A source element. */
export interface SourcePlace {
  readonly array: string;
  readonly elementIndex: number;
}
