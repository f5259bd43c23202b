type Queries = { tokens: number; heads: number; headDim: number; start: number };

/** Elements that a lane moves with one instruction: 1 or 2. */
export const width = 1;

/** Where in `in` and `out` this thread's access starts, in pass 0 (and in pass 1 if width is 1); null past the last pair. */
export function element({ threadIdx, blockIdx, blockDim }: Thread, size: Queries, pass: number): number | null {
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const index = 2 * pair + pass;
  return index < size.tokens * size.heads * size.headDim ? index : null;
}

/** Where in `angles` it starts. */
export function angle(thread: Thread, size: Queries, pass: number): number | null {
  const index = element(thread, size, pass);
  if (index === null) return null;
  const token = Math.floor(index / (size.heads * size.headDim));
  return (size.start + token) * size.headDim + (index % size.headDim);
}
