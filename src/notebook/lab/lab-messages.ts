import type { Signature } from "./signature.ts";
import type { BlockRequests } from "./block-requests.ts";
import type { LabOutcome, LabRun } from "./profile.ts";

/** What the page asks the lab's worker for. Answers come in the order of the questions. */
export type LabQuestion =
  /** The kernels of a text, and what the one that is named takes. */
  | { readonly kind: "signature"; readonly source: string; readonly kernel: string | undefined }
  /** Runs a launch. Its memory stays until the next one. */
  | { readonly kind: "run"; readonly run: LabRun }
  | { readonly kind: "requests"; readonly run: LabRun; readonly block: number }
  /** Elements of an array of the launch that ran last. */
  | { readonly kind: "values"; readonly array: number; readonly from: number; readonly most: number };

/** What each question is answered with. */
export interface LabAnswers {
  readonly signature: Signature;
  readonly run: LabOutcome;
  readonly requests: BlockRequests;
  readonly values: readonly string[];
}

export interface LabProgress {
  /** Steps of warps. */
  readonly steps: number;
  /** Blocks that have ended. */
  readonly blocks: number;
}

export type LabMessage =
  | { readonly kind: "progress"; readonly progress: LabProgress }
  | { readonly kind: "answer"; readonly answer: LabAnswers[keyof LabAnswers] }
  /** A bug of the lab's. */
  | { readonly kind: "fault"; readonly message: string };
