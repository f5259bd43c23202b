export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; step: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i * size.step < size.n ? i * size.step : null;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; step: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i * size.step < size.n ? i * size.step : null;
}
