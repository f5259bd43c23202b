type Size = { n: number };

/** Floats in a vector. */
export const floatsPerLane = 2;

/**
 * The first element of this thread's vector in a pass;
 * null if it has none.
 */
export function vector(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const threads = gridDim.x * blockDim.x;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = 2 * (pass * threads + t);
  return first + 2 <= n ? first : null;
}

/** A single element that it copies as well, or null. */
export function rest(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = n - (n % 2) + t;
  return element < n ? element : null;
}
