type Size = { pairs: number };

// The warps with an odd number rest: whole warps as well,
// spread over all blocks.
export function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { pairs }: Size,
): number | null {
  const t = threadIdx.x + blockIdx.x * blockDim.x;
  const warp = t >> 5;
  const number = ((warp >> 1) << 5) | (t & 31);
  return (warp & 1) === 0 && number < pairs ? number : null;
}
