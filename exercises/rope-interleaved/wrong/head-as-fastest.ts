export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { tokens, heads, headDim }: Size,
): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const head = pair % heads;
  const pairInHead = Math.floor(pair / heads) % (headDim / 2);
  const token = Math.floor(pair / heads / (headDim / 2));
  return token < tokens
    ? (token * heads + head) * headDim + 2 * pairInHead
    : null;
}
