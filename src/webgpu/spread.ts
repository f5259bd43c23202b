/** Values that were measured again and again: the middle one, and where half of them lie. */
export interface Spread {
  readonly median: number;
  /** A quarter of the values are below. */
  readonly lower: number;
  /** A quarter of the values are above. */
  readonly upper: number;
  /** How many values there are. */
  readonly runs: number;
}

/** @throws RangeError for no values */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError("no values have no median");
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), lower: quantile(sorted, 0.25), upper: quantile(sorted, 0.75), runs: sorted.length };
}

/** Linear between the two values at whose ranks it falls. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = share * (sorted.length - 1);
  const below = sorted[Math.floor(rank)]!;
  const above = sorted[Math.ceil(rank)]!;
  return below + (rank - Math.floor(rank)) * (above - below);
}

/** The widest spread that a figure may have, as a share of its median: half of the values lie within it. */
const TELLING_SHARE = 0.15;

/** Whether the spread is narrow enough, and the runs enough, for the median to be given as a figure; else "cannot tell". */
export function canTell({ median, lower, upper, runs }: Spread, share: number = TELLING_SHARE): boolean {
  return runs >= 5 && median > 0 && upper - lower <= share * median;
}
