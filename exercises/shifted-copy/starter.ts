/** Which element of `in` this thread reads; null when it has nothing to do. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? size.from + i : null;
}

/** Which element of `out` this thread writes; null when it has nothing to do. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? size.to + i : null;
}
