type Size = { n: number };

// Vectors from the end of the array to its beginning, shifts
// and masks; the rest goes to the last lanes of warp 0.
export const vector = (
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null => {
  const i =
    (n >> 2) - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
  return i < 0 ? null : i << 2;
};

export const rest = (
  { threadIdx, blockIdx }: Thread,
  { n }: Size,
): number | null => {
  const lane = threadIdx.x ^ 31;
  return blockIdx.x === 0 && lane < (n & 3)
    ? (n & ~3) | lane
    : null;
};
