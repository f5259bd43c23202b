import type { CudaVerdict } from "#judge/cuda/cuda-verdict.ts";
import type { ArrayComparison } from "#cuda/launch/compare-arrays.ts";
import type { ResultDifference } from "#cuda/launch/compare-results.ts";
import type { CaseJudging } from "../cases/case-task.ts";
import type { LabSignature } from "./signature.ts";
import type { BlockRequests } from "./block-requests.ts";
import type { LabOutcome, LabRun } from "./profile.ts";
import type { WatchAnswer, WatchQuestion } from "./watched-expression.ts";

/** What the page asks the lab's worker for. Answers come in the order of the questions. */
export type LabQuestion =
  /** The kernels of a text, and what the one that is named takes. */
  | { readonly kind: "signature"; readonly source: string; readonly kernel: string | undefined }
  /** The verdict on a mended kernel of a case file. */
  | { readonly kind: "case"; readonly judging: CaseJudging; readonly text: string }
  /** Runs a launch. Its memory stays until the next one. */
  | { readonly kind: "run"; readonly run: LabRun }
  /** What a block's warps ask memory for. `isAlone`: no block is run before it, as in a sample of a launch that is too large. */
  | { readonly kind: "requests"; readonly run: LabRun; readonly block: number; readonly isAlone?: boolean }
  /** An expression in the lanes of a block's warps. */
  | { readonly kind: "watch"; readonly run: LabRun; readonly block: number; readonly isAlone?: boolean; readonly watch: WatchQuestion }
  /** The results of a launch, compared with those of another one. */
  | { readonly kind: "results"; readonly run: LabRun; readonly expected: LabRun }
  /** Elements of an array of the launch that ran last. */
  | { readonly kind: "values"; readonly host?: HostNumber; readonly array: number; readonly from: number; readonly most: number }
  /** An array of the launch that ran last, as a file. */
  | { readonly kind: "file"; readonly host?: HostNumber; readonly array: number; readonly format: ArrayFormat }
  /** An array of the launch that ran last, compared with what it should hold. */
  | {
      readonly kind: "comparison";
      readonly host?: HostNumber;
      readonly array: number;
      readonly expected: LabExpected;
      readonly tolerance: number;
    };

/** Number of the launch whose arrays are meant, of those that the `main` that ran last made; undefined: a launch ran last. */
type HostNumber = number | undefined;

/** CSV and JSON have the numbers as text, with all their digits; binary has the bytes of the GPU's memory. */
export type ArrayFormat = "csv" | "json" | "binary";

/** What an array should hold: what another array of the launch holds, what a formula says, or numbers. */
export type LabExpected =
  | { readonly kind: "array"; readonly array: number }
  | { readonly kind: "formula"; readonly formula: string }
  | { readonly kind: "numbers"; readonly numbers: readonly (number | bigint)[] };

/** What each question is answered with. */
export interface LabAnswers {
  readonly signature: LabSignature;
  readonly case: CudaVerdict;
  readonly run: LabOutcome;
  readonly requests: BlockRequests;
  readonly watch: WatchAnswer;
  /** Undefined where there is no difference. */
  readonly results: ResultDifference | undefined;
  /** Undefined once the memory of the launch is gone. */
  readonly values: readonly string[] | undefined;
  readonly file: string | Uint8Array<ArrayBuffer> | undefined;
  /** A text says why they cannot be compared. */
  readonly comparison: ArrayComparison | string | undefined;
}

export interface LabProgress {
  /** Blocks that have ended. */
  readonly blocks: number;
  /** Where the block that runs is, or the host. */
  readonly at?: {
    /** Of the loop that it goes round, or of the host's statement; from 1. Undefined outside of loops. */
    readonly line: number | undefined;
    /** Steps that it has taken: those of all its warps. */
    readonly steps: number;
  };
  /** Of a run of `main`: launches that have ended, and the kernel that runs, if the host does not. */
  readonly host?: { readonly launches: number; readonly kernel: string | undefined; readonly ofBlocks: number };
}

export type LabMessage =
  | { readonly kind: "progress"; readonly progress: LabProgress }
  | { readonly kind: "answer"; readonly answer: LabAnswers[keyof LabAnswers] }
  /** A bug of the lab's. */
  | { readonly kind: "fault"; readonly message: string };
