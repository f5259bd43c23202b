import heldOut from "./accuracy.json" with { type: "json" };

/**
 * How far the times of kernels of other people, predicted before they were measured, were from what an H200 took
 * (simulator/hardware/REPORT.md). `coalesce hardware report` writes the numbers.
 */
export const TIME_ACCURACY: {
  readonly launches: number;
  /** Mean of |predicted ÷ measured − 1|. */
  readonly meanTimeError: number;
  /** The worst ratio, whichever is longer. */
  readonly worstTimeRatio: number;
} = heldOut;
