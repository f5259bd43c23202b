export function element({ threadIdx, blockIdx, blockDim }: Thread, size: Queries): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  return pair < (size.tokens * size.heads * size.headDim) / 2 ? pair : null;
}
