function globalIndex({ threadIdx, blockIdx, blockDim }: Thread, n: number): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
