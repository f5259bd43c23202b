/**
 * The first half of the threads work: the even pairs first,
 * then the odd ones.
 */
export function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { pairs }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= pairs) return null;
  return 2 * t < pairs ? 2 * t : 2 * t - pairs + 1;
}
