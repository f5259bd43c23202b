// Rows of 128 elements are dealt out to the warps of the launch, the last row first.
const warps = (t: Thread): number => (t.gridDim.x * t.blockDim.x) >> 5;
const rows = (size: { n: number }): number => (size.n + 127) >> 7;

export const times = (t: Thread, size: { n: number }): number => {
  const warp = (t.blockIdx.x * t.blockDim.x + t.threadIdx.x) >> 5;
  return Math.max(0, Math.floor((rows(size) - 1 - warp) / warps(t)) + 1);
};

export const vector = (t: Thread, size: { n: number }, pass: number): number | null => {
  const number = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
  const row = rows(size) - 1 - (number >> 5) - pass * warps(t);
  const i = (row << 7) + ((number & 31) << 2);
  return i < size.n ? i : null;
};
