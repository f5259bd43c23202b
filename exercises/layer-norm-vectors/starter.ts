type Size = { rows: number; d: number };

/** How many vectors of the row this thread adds up. */
export function passes(
  { threadIdx, blockDim }: Thread,
  { d }: Size,
): number {
  return 1;
}

/** The first of 4 elements of `in` that it loads in a pass. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
  pass: number,
): number | null {
  return blockIdx.x * d + 4 * threadIdx.x;
}

/**
 * The thread whose partial sum this thread adds to its own
 * in a step; null if it adds nothing.
 */
export function partner(
  { threadIdx, blockDim }: Thread,
  size: Size,
  step: number,
): number | null {
  return null;
}
