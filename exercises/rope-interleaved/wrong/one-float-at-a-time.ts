export const width = 1;

export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
  pass: number,
): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const index = 2 * pair + pass;
  return index < tokens * heads * headDim ? index : null;
}

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
