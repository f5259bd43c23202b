// A token moves as a whole: its distance is added to the place that it was read from.
type NewKeys = { tokens: number; heads: number; headDim: number; slots: readonly number[] };

const vector = (t: Thread): number => (t.gridDim.x - 1 - t.blockIdx.x) * t.blockDim.x + t.threadIdx.x;
const token = (t: Thread, s: NewKeys): number => ((vector(t) << 3) / (s.heads * s.headDim)) | 0;
const slot = (t: Thread, s: NewKeys): number => (token(t, s) < s.tokens ? s.slots[token(t, s)] : -1);

export const read = (t: Thread, s: NewKeys): number | null => (slot(t, s) < 0 ? null : vector(t) << 3);
export const write = (t: Thread, s: NewKeys): number | null =>
  slot(t, s) < 0 ? null : (vector(t) << 3) + (slot(t, s) - token(t, s)) * s.heads * s.headDim;
