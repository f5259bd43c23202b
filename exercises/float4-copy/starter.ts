type Size = { n: number };

/**
 * The first of the four elements this thread copies at once;
 * null if there is no vector.
 */
export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  return null;
}

/** A single element this thread copies, or null. */
export function rest(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  return null;
}
