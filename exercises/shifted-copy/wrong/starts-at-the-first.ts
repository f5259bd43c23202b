export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? size.from + i : null;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? size.to + i : null;
}
