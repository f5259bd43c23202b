type Queries = { heads: number; tokens: number; headDim: number; positions: readonly number[] };

// Every row has as many elements in its first half as in its second: before pair p there are as many halves as rows.
export const low = ({ threadIdx: { x }, blockIdx }: Thread, { heads, tokens, headDim }: Queries): number | null => {
  const pair = x + (blockIdx.x << 8);
  const halvesBefore = (pair - (pair % (headDim >> 1))) / (headDim >> 1);
  return halvesBefore >= tokens * heads ? null : pair + halvesBefore * (headDim >> 1);
};

export const high = (thread: Thread, size: Queries): number | null => {
  const first = low(thread, size);
  return first === null ? null : first + (size.headDim >> 1);
};

export const angle = (thread: Thread, size: Queries): number | null => {
  const first = low(thread, size);
  if (first === null) return null;
  const token = Math.trunc(first / size.headDim) % size.tokens;
  return (first % size.headDim) + (size.positions[token] * size.headDim) / 2;
};
