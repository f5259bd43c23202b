import accuracy from "./accuracy.json" with { type: "json" };

/** How far times of some launches were from what GPUs took. */
export interface TimeAccuracy {
  readonly launches: number;
  /** Mean of |time ÷ measured − 1|. */
  readonly meanTimeError: number;
  /** Median of the same. */
  readonly medianTimeError: number;
  /** The worst ratio, whichever is longer. */
  readonly worstTimeRatio: number;
}

// `coalesce hardware report` writes the numbers; grader/hardware/REPORT.md has more of them.

/** Of kernels of other people, predicted before they were measured, and the GPU that measured them. */
export const TIME_ACCURACY: TimeAccuracy & { readonly gpu: string } = accuracy.predicted;

/** Of kernels of other people, with constants that the kernels of other repositories have chosen. */
export const ACCURACY_BY_OTHERS: TimeAccuracy = accuracy.byOthers;
