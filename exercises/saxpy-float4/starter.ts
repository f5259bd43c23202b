/** How many passes this thread runs. */
export function times({ gridDim, blockDim }: Thread, size: { n: number }): number {
  return 1;
}

/** The first of the four elements that this thread works on in a pass; null when there are none. */
export function vector({ threadIdx, blockIdx, blockDim, gridDim }: Thread, size: { n: number }, pass: number): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return 4 * t < size.n ? 4 * t : null;
}
