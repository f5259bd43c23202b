// Along the row from its end, and partners mirrored: the first thread adds the last partial sum that is left.
type Rows = { d: number };

const vectors = (s: Rows): number => s.d >> 2;
const rank = (t: Thread, pass: number): number => t.threadIdx.x + pass * t.blockDim.x;

export const passes = (t: Thread, s: Rows): number => Math.floor((vectors(s) - 1 - t.threadIdx.x) / t.blockDim.x) + 1;
export const read = (t: Thread, s: Rows, pass: number): number => (t.blockIdx.x + 1) * s.d - ((rank(t, pass) + 1) << 2);

export const partner = (t: Thread, s: Rows, step: number): number | null => {
  const left = t.blockDim.x >> step;
  return t.threadIdx.x << 1 < left ? left - 1 - t.threadIdx.x : null;
};
