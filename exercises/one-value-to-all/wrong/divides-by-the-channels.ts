export function value({ threadIdx, blockIdx, blockDim }: Thread, size: { channels: number; pixels: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.channels * size.pixels ? i : null;
}

export function bias({ threadIdx, blockIdx, blockDim }: Thread, size: { channels: number; pixels: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.channels * size.pixels ? Math.floor(i / size.channels) : null;
}
