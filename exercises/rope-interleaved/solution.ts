type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  start: number;
};

/** A pair is one float2. */
export const width = 2;

export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const index = pair * width;
  return index < tokens * heads * headDim ? index : null;
}

/**
 * The row of the token's position, whatever the head; cosine
 * and sine are side by side, like the pair.
 */
export function angle(
  thread: Thread,
  size: Size,
): number | null {
  const { heads, headDim, start } = size;
  const index = element(thread, size);
  if (index === null) return null;
  const position =
    start + Math.floor(index / (heads * headDim));
  return position * headDim + (index % headDim);
}
