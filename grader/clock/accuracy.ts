import accuracy from "./accuracy.json" with { type: "json" };

/** How far modelled times of some launches were from measured ones. */
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

/** Accuracy on other people's kernels, predicted before they were measured, and the GPU that measured them. */
export const TIME_ACCURACY: TimeAccuracy & { readonly gpu: string } = accuracy.predicted;

/** Accuracy on other people's kernels, with constants chosen for the kernels of other repositories. */
export const ACCURACY_BY_OTHERS: TimeAccuracy = accuracy.byOthers;
