type Size = {
  heads: number;
  tokens: number;
  headDim: number;
  positions: readonly number[];
};

// Every row has as many elements in its first half as in its
// second: before pair p there are as many halves as rows.
export const low = (
  { threadIdx, blockIdx }: Thread,
  { heads, tokens, headDim }: Size,
): number | null => {
  const pair = threadIdx.x + (blockIdx.x << 8);
  const halvesBefore =
    (pair - (pair % (headDim >> 1))) / (headDim >> 1);
  return halvesBefore >= tokens * heads
    ? null
    : pair + halvesBefore * (headDim >> 1);
};

export const high = (
  thread: Thread,
  size: Size,
): number | null => {
  const { headDim } = size;
  const first = low(thread, size);
  return first === null ? null : first + (headDim >> 1);
};

export const angle = (
  thread: Thread,
  size: Size,
): number | null => {
  const { tokens, headDim, positions } = size;
  const first = low(thread, size);
  if (first === null) return null;
  const token = Math.trunc(first / headDim) % tokens;
  return (first % headDim) + (positions[token] * headDim) / 2;
};
