export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x);
  return index < size.n ? index : null;
}
