export function pair({ threadIdx, blockIdx, blockDim }: Thread, size: { pairs: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const lane = t % 32;
  const number = Math.floor(t / 32) * 16 + lane;
  return lane < 16 && number < size.pairs ? number : null;
}
