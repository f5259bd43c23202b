/** The first threads work, warp by warp; the warps after them have no active lane, and make no request. */
export function pair({ threadIdx, blockIdx, blockDim }: Thread, size: { pairs: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return t < size.pairs ? t : null;
}
