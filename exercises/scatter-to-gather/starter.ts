type Permutation = { n: number; target: readonly number[]; source: readonly number[] };

/** Which element of `in` this thread reads; null when it has nothing to do. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, { n }: Permutation): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}

/** Which element of `out` this thread writes; null when it has nothing to do. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, { n, target }: Permutation): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}
