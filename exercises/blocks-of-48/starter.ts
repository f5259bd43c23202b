/** The pixel that this thread copies; null when there is none. */
export function pixel({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n ? index : null;
}
