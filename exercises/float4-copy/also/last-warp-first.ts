// Vectors from the end of the array to its beginning, shifts and masks; the rest goes to the last lanes of warp 0.
export const vector = (t: Thread, size: { n: number }): number | null => {
  const i = (size.n >> 2) - 1 - (t.blockIdx.x * t.blockDim.x + t.threadIdx.x);
  return i < 0 ? null : i << 2;
};

export const rest = (t: Thread, size: { n: number }): number | null => {
  const lane = t.threadIdx.x ^ 31;
  return t.blockIdx.x === 0 && lane < (size.n & 3) ? (size.n & ~3) | lane : null;
};
