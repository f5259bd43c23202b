type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  slots: readonly number[];
};

/**
 * The first of 8 elements of `keys` that this thread loads;
 * null if there are none.
 */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
): number | null {
  return 8 * (blockIdx.x * blockDim.x + threadIdx.x);
}

/**
 * The first of the 8 elements of `cache` that they go to;
 * null if they belong nowhere.
 */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { heads, headDim, slots }: Size,
): number | null {
  return 8 * (blockIdx.x * blockDim.x + threadIdx.x);
}
