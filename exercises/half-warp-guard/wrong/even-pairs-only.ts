export function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { pairs }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return t % 2 === 0 && t < pairs ? t : null;
}
