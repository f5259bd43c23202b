type Size = { n: number };

// A lane moves a whole sector, so it doesn't matter which one:
// here the lanes of a warp are shuffled.
export const floatsPerLane = 8;

const shuffled = (x: number): number =>
  (x & ~31) | ((x * 5 + 3) & 31);

export const vector = (
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null => {
  const i =
    (blockIdx.x * blockDim.x + shuffled(threadIdx.x)) << 3;
  return i + 7 < n ? i : null;
};

export const rest = (
  { threadIdx, blockIdx }: Thread,
  { n }: Size,
): number | null => {
  const i = (n & ~7) | threadIdx.x;
  return blockIdx.x === 0 && threadIdx.x < (n & 7) ? i : null;
};
