type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  start: number;
};

/** Elements that one instruction moves for a lane: 1 or 2. */
export const width = 1;

/**
 * Where in `in` and `out` this thread's access starts, in
 * pass 0, and in pass 1 if width is 1; null past the end.
 */
export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
  pass: number,
): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const index = 2 * pair + pass;
  return index < tokens * heads * headDim ? index : null;
}

/** Where in `angles` it starts. */
export function angle(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { heads, headDim, start } = size;
  const index = element(thread, size, pass);
  if (index === null) return null;
  const token = Math.floor(index / (heads * headDim));
  return (start + token) * headDim + (index % headDim);
}
