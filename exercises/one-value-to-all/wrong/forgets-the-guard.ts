export function value({ threadIdx, blockIdx, blockDim }: Thread, size: { channels: number; pixels: number }): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
