function placeInPage(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
  pass: number,
): number | null {
  const vector = pass * blockDim.x + threadIdx.x;
  const token = vector % 16;
  const chunk = Math.floor(vector / 16);
  const there =
    token < tokens - blockIdx.x * 16 &&
    8 * chunk < heads * headDim;
  return there ? token * heads * headDim + 8 * chunk : null;
}
