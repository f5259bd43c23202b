import type { CapstoneVerdict } from "#judge/cuda/grade-cuda.ts";
import type { GradeResult } from "#judge/result.ts";

/** An answer to be judged, and the starter with which what moved is shown. */
export interface CapstoneQuestion {
  readonly capstone: string;
  readonly version: string;
  readonly source: string;
  readonly wrongSources: Readonly<Record<string, string>>;
  readonly personalSeeds?: readonly number[];
}

/** The judge's verdict, as the page shows it and as a result that is kept. */
export interface CapstoneAnswer {
  readonly capstone: CapstoneVerdict;
  readonly result: GradeResult;
}

export type CapstoneMessage =
  /** Something moves; `case` is the one that runs. */
  | { readonly kind: "progress"; readonly case: string | undefined }
  | { readonly kind: "answer"; readonly answer: CapstoneAnswer }
  | { readonly kind: "fault"; readonly message: string };
