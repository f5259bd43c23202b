export const width = 1;

export function element({ threadIdx, blockIdx, blockDim }: Thread, size: Queries, pass: number): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const index = 2 * pair + pass;
  return index < size.tokens * size.heads * size.headDim ? index : null;
}

export function angle(thread: Thread, size: Queries, pass: number): number | null {
  const index = element(thread, size, pass);
  if (index === null) return null;
  const token = Math.floor(index / (size.heads * size.headDim));
  return (size.start + token) * size.headDim + (index % size.headDim);
}
