type Size = {
  heads: number;
  tokens: number;
  headDim: number;
  positions: readonly number[];
};

/** The first element of the pair this thread turns, or null. */
export function low(
  { threadIdx, blockIdx, blockDim }: Thread,
  { heads, tokens, headDim }: Size,
): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  return 2 * pair < heads * tokens * headDim ? 2 * pair : null;
}

/** The second. */
export function high(
  { threadIdx, blockIdx, blockDim }: Thread,
  { heads, tokens, headDim }: Size,
): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  return 2 * pair < heads * tokens * headDim
    ? 2 * pair + 1
    : null;
}

/**
 * The element of `cos` and of `sin` for this pair and the
 * token's position.
 */
export function angle(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, headDim, positions }: Size,
): number | null {
  return null;
}
