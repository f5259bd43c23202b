export function pair({ threadIdx, blockIdx, blockDim }: Thread, size: { pairs: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return t % 2 === 0 && t < size.pairs ? t : null;
}
