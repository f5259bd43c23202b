/** The first of the four elements that this thread copies at once; null when there is no vector. */
export function vector(thread: Thread, size: { n: number }): number | null {
  return null;
}

/** A single element that this thread copies; null when there is none. */
export function rest({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n ? index : null;
}
