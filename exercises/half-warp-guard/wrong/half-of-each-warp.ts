export function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { pairs }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const lane = t % 32;
  const number = Math.floor(t / 32) * 16 + lane;
  return lane < 16 && number < pairs ? number : null;
}
