type Size = { count: number };

/** Floats from the start of one struct to the next. */
export const stride = 7;

/**
 * The float where this thread's load starts: part 0 is its
 * first vector, part 1 its second.
 */
export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  part: number,
): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < count ? item * stride : null;
}
