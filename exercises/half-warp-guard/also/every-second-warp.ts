// The warps with an odd number rest: whole warps as well, spread over all blocks.
export function pair(thread: Thread, { pairs }: { pairs: number }): number | null {
  const t = thread.threadIdx.x + thread.blockIdx.x * thread.blockDim.x;
  const warp = t >> 5;
  const number = ((warp >> 1) << 5) | (t & 31);
  return (warp & 1) === 0 && number < pairs ? number : null;
}
