/** The number of the pair that this thread adds; null if it rests. */
export function pair({ threadIdx, blockIdx, blockDim }: Thread, size: { pairs: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return t % 2 === 0 && t / 2 < size.pairs ? t / 2 : null;
}
