type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  blockTable: readonly number[];
};

/**
 * The first of 8 elements of `cache` that this thread loads
 * in a pass; null if there are none.
 */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim, blockTable }: Size,
  pass: number,
): number | null {
  return null;
}

/** The first of the 8 elements of `keys` that they go to. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
  pass: number,
): number | null {
  return null;
}
