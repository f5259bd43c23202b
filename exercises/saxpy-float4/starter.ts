type Size = { n: number };

/** How many passes this thread runs. */
export function times(
  { blockDim, gridDim }: Thread,
  { n }: Size,
): number {
  return 1;
}

/**
 * The first of the four elements this thread works on in a
 * pass; null if there are none.
 */
export function vector(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return 4 * t < n ? 4 * t : null;
}
