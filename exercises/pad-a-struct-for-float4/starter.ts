/** Floats from the start of one struct to the start of the next. */
export const stride = 7;

/** The float of `structs` that this thread's load starts at: part 0 is its first vector, part 1 the second. */
export function vector({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, part: number): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < size.count ? item * stride : null;
}
