type Permutation = { n: number; target: readonly number[]; source: readonly number[] };

export function read({ threadIdx, blockIdx, blockDim }: Thread, { n, target }: Permutation): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? target[i] : null;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, { n }: Permutation): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}
