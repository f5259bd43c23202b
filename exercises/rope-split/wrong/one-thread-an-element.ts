function pairOf(
  { threadIdx, blockIdx, blockDim }: Thread,
  { heads, tokens, headDim }: Size,
) {
  const half = headDim / 2;
  const element = blockIdx.x * blockDim.x + threadIdx.x;
  const row = Math.floor(element / headDim);
  return row < heads * tokens
    ? { row, place: element % half, half }
    : null;
}
