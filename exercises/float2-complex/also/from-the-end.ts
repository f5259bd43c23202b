// The numbers in the order of the lanes, but reversed within each warp: sectors don't care which lane asks.
export const floatsPerLane = 2;

export const element = (t: Thread, size: { n: number }): number | null => {
  const number = t.blockIdx.x * t.blockDim.x + (t.threadIdx.x ^ 31);
  return number >= size.n ? null : number << 1;
};
