type Size = { pairs: number };

/**
 * The first threads work, warp by warp; the warps after them
 * have no active lane, and make no request.
 */
export function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { pairs }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return t < pairs ? t : null;
}
