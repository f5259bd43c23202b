type Queries = { tokens: number; heads: number; headDim: number; start: number };

/** A pair is one float2. */
export const width = 2;

export function element({ threadIdx, blockIdx, blockDim }: Thread, size: Queries): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const index = pair * width;
  return index < size.tokens * size.heads * size.headDim ? index : null;
}

/** The row of the token's position, whatever the head; cosine and sine are side by side, like the pair. */
export function angle(thread: Thread, size: Queries): number | null {
  const index = element(thread, size);
  if (index === null) return null;
  const position = size.start + Math.floor(index / (size.heads * size.headDim));
  return position * size.headDim + (index % size.headDim);
}
