function globalIndex({ threadIdx, blockIdx, gridDim }: Thread, n: number): number | null {
  const index = threadIdx.x * gridDim.x + blockIdx.x;
  return index < n ? index : null;
}
