type NewKeys = { tokens: number; heads: number; headDim: number; slots: readonly number[] };

/** The first of the 8 elements of `keys` that this thread loads; null when there are none. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: NewKeys): number | null {
  return 8 * (blockIdx.x * blockDim.x + threadIdx.x);
}

/** The first of the 8 elements of `cache` that it stores them in; null when they belong nowhere. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: NewKeys): number | null {
  return 8 * (blockIdx.x * blockDim.x + threadIdx.x);
}
