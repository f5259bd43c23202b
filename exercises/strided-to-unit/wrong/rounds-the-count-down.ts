export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; step: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < Math.floor(size.n / size.step) ? i : null;
}
