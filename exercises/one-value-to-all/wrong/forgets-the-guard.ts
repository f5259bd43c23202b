export function value({ threadIdx, blockIdx, blockDim }: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

export function bias({ threadIdx, blockIdx, blockDim }: Thread, size: { channels: number; pixels: number }): number {
  return Math.floor((blockIdx.x * blockDim.x + threadIdx.x) / size.pixels);
}
