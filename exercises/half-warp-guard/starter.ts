type Size = { pairs: number };

/** The pair this thread adds; null if it rests. */
export function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { pairs }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return t % 2 === 0 && t / 2 < pairs ? t / 2 : null;
}
