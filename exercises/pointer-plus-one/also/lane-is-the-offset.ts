type Size = { first: number; n: number };

// Lanes 0 to 7 hold the sector that the slice begins in, lanes
// 8 to 11 the vector that it ends in.
export const vector = (
  { threadIdx, blockIdx, blockDim }: Thread,
  { first, n }: Size,
): number | null => {
  const i =
    ((first + 7) & ~7) +
    ((blockIdx.x * blockDim.x + threadIdx.x) << 2);
  return i + 3 < first + n ? i : null;
};

export const rest = (
  { threadIdx, blockIdx }: Thread,
  { first, n }: Size,
): number | null => {
  if (blockIdx.x > 0 || threadIdx.x > 11) return null;
  const [begin, end] = [(first + 7) & ~7, first + n];
  const inHead = threadIdx.x < 8;
  const i = inHead
    ? (first & ~7) + threadIdx.x
    : (end & ~3) + threadIdx.x - 8;
  const wanted = inHead ? i >= first && i < begin : i >= begin;
  return wanted && i < end ? i : null;
};
