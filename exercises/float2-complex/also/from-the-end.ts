type Size = { n: number };

// The numbers in the order of the lanes, but reversed within
// each warp: sectors don't care which lane asks.
export const floatsPerLane = 2;

export const element = (
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null => {
  const number = blockIdx.x * blockDim.x + (threadIdx.x ^ 31);
  return number >= n ? null : number << 1;
};
