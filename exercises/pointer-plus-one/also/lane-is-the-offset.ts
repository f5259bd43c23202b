// Lanes 0 to 7 hold the sector that the slice begins in, lanes 8 to 11 the vector that it ends in.
export const vector = (t: Thread, { first, n }: { first: number; n: number }): number | null => {
  const i = ((first + 7) & ~7) + ((t.blockIdx.x * t.blockDim.x + t.threadIdx.x) << 2);
  return i + 3 < first + n ? i : null;
};

export const rest = (t: Thread, { first, n }: { first: number; n: number }): number | null => {
  if (t.blockIdx.x > 0 || t.threadIdx.x > 11) return null;
  const [begin, end] = [(first + 7) & ~7, first + n];
  const inHead = t.threadIdx.x < 8;
  const i = inHead ? (first & ~7) + t.threadIdx.x : (end & ~3) + t.threadIdx.x - 8;
  const wanted = inHead ? i >= first && i < begin : i >= begin;
  return wanted && i < end ? i : null;
};
