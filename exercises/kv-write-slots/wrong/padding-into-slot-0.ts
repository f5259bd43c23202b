type NewKeys = { tokens: number; heads: number; headDim: number; slots: readonly number[] };

function place({ threadIdx, blockIdx, blockDim }: Thread): number {
  return 8 * (blockIdx.x * blockDim.x + threadIdx.x);
}

export function read(thread: Thread, { tokens, heads, headDim }: NewKeys): number | null {
  return place(thread) < tokens * heads * headDim ? place(thread) : null;
}

export function write(thread: Thread, { tokens, heads, headDim, slots }: NewKeys): number | null {
  const token = Math.floor(place(thread) / (heads * headDim));
  if (token >= tokens) return null;
  return Math.max(slots[token], 0) * heads * headDim + (place(thread) % (heads * headDim));
}
