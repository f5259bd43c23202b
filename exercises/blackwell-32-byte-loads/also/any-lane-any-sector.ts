// A lane moves a whole sector, so it doesn't matter which one: here the lanes of a warp are shuffled.
export const floatsPerLane = 8;

const shuffled = (x: number): number => (x & ~31) | ((x * 5 + 3) & 31);

export const vector = (t: Thread, size: { n: number }): number | null => {
  const i = (t.blockIdx.x * t.blockDim.x + shuffled(t.threadIdx.x)) << 3;
  return i + 7 < size.n ? i : null;
};

export const rest = (t: Thread, size: { n: number }): number | null => {
  const i = (size.n & ~7) | t.threadIdx.x;
  return t.blockIdx.x === 0 && t.threadIdx.x < (size.n & 7) ? i : null;
};
