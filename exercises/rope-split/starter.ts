type Queries = { heads: number; tokens: number; headDim: number; positions: readonly number[] };

/** The first element of the pair that this thread turns; null past the last pair. */
export function low({ threadIdx, blockIdx, blockDim }: Thread, size: Queries): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  return 2 * pair < size.heads * size.tokens * size.headDim ? 2 * pair : null;
}

/** The second. */
export function high({ threadIdx, blockIdx, blockDim }: Thread, size: Queries): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  return 2 * pair < size.heads * size.tokens * size.headDim ? 2 * pair + 1 : null;
}

/** The element of `cos` and of `sin` for this pair and the token's position. */
export function angle(thread: Thread, size: Queries): number | null {
  return null;
}
