/** Which element of `in` this thread reads; null when that element isn't kept. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; step: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n && index % size.step === 0 ? index : null;
}

/** Which element of `out` this thread writes; null when it has none. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; step: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n && index % size.step === 0 ? index / size.step : null;
}
