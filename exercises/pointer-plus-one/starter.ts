type Size = { first: number; n: number };

/**
 * The first of the four elements this thread copies at once;
 * null if there is no vector.
 */
export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { first, n }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = first + 4 * t;
  return element + 4 <= first + n ? element : null;
}

/** A single element of the head or the tail, or null. */
export function rest(
  { threadIdx, blockIdx, blockDim }: Thread,
  { first, n }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = first + n - (n % 4) + t;
  return element < first + n ? element : null;
}
