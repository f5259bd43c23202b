export function pixel({ threadIdx, blockIdx }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * 32 + threadIdx.x;
  return index < size.n ? index : null;
}
