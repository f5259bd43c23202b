type Sequence = { tokens: number; heads: number; headDim: number; blockTable: readonly number[] };

/** The first of the 8 elements of `cache` that this thread loads in this pass; null when there are none. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: Sequence, pass: number): number | null {
  return null;
}

/** The first of the 8 elements of `keys` that it stores them in; null when there are none. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: Sequence, pass: number): number | null {
  return null;
}
