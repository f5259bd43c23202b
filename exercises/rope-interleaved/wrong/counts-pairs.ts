export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  return pair < (tokens * heads * headDim) / 2 ? pair : null;
}
