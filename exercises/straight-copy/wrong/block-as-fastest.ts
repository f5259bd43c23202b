export function read({ threadIdx, blockIdx, gridDim }: Thread, size: { n: number }): number | null {
  const index = threadIdx.x * gridDim.x + blockIdx.x;
  return index < size.n ? index : null;
}

export function write({ threadIdx, blockIdx, gridDim }: Thread, size: { n: number }): number | null {
  const index = threadIdx.x * gridDim.x + blockIdx.x;
  return index < size.n ? index : null;
}
