function pairOf(
  { threadIdx, blockIdx, blockDim }: Thread,
  { heads, tokens, headDim }: Size,
) {
  const half = headDim / 2;
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const token = pair % tokens;
  const place = Math.floor(pair / tokens) % half;
  const head = Math.floor(pair / tokens / half);
  return head < heads
    ? { row: head * tokens + token, place, half }
    : null;
}
