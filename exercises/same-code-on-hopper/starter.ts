type Size = { n: number };

/** Floats in a vector. */
export const floatsPerLane = 8;

/**
 * The first element of this thread's vector in a pass;
 * null if it has none.
 */
export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = 8 * t;
  return first + 8 <= n ? first : null;
}
