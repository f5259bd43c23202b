/** Floats in a vector. */
export const floatsPerLane = 2;

/** The first element of the vector that this thread copies in a pass; null when there is none. */
export function vector({ threadIdx, blockIdx, blockDim, gridDim }: Thread, size: { n: number }, pass: number): number | null {
  const threads = gridDim.x * blockDim.x;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = 2 * (pass * threads + t);
  return first + 2 <= size.n ? first : null;
}

/** A single element that this thread copies as well; null when there is none. */
export function rest({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = size.n - (size.n % 2) + t;
  return element < size.n ? element : null;
}
