type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  slots: readonly number[];
};

const VECTOR = 8;

/**
 * Where this thread's vector begins, counted from the first
 * token of the batch.
 */
function place({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number {
  return VECTOR * (blockIdx.x * blockDim.x + threadIdx.x);
}

export function read(
  thread: Thread,
  { tokens, heads, headDim }: Size,
): number | null {
  return place(thread) < tokens * heads * headDim
    ? place(thread)
    : null;
}

/** Tokens go anywhere, but each stays in one piece. */
export function write(
  thread: Thread,
  { tokens, heads, headDim, slots }: Size,
): number | null {
  const tokenElements = heads * headDim;
  const token = Math.floor(place(thread) / tokenElements);
  if (token >= tokens || slots[token] < 0) return null;
  return (
    slots[token] * tokenElements +
    (place(thread) % tokenElements)
  );
}
