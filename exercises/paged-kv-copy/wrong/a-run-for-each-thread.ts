function placeInPage(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
  pass: number,
): number | null {
  const passes = Math.ceil((2 * heads * headDim) / blockDim.x);
  const place = 8 * (threadIdx.x * passes + pass);
  const end =
    Math.min(16, tokens - blockIdx.x * 16) * heads * headDim;
  return place < end ? place : null;
}
