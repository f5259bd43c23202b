export function element({ threadIdx, blockIdx, blockDim }: Thread, size: Queries): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const head = pair % size.heads;
  const pairInHead = Math.floor(pair / size.heads) % (size.headDim / 2);
  const token = Math.floor(pair / size.heads / (size.headDim / 2));
  return token < size.tokens ? (token * size.heads + head) * size.headDim + 2 * pairInHead : null;
}
