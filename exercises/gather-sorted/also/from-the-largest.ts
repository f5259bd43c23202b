// The sorted order is walked backwards, and the tile holds it backwards as well.
type Gather = { n: number; indices: readonly number[]; order: readonly number[] };

const last = (t: Thread, n: number): number => Math.min((t.blockIdx.x + 1) * t.blockDim.x, n) - 1;
const rank = (t: Thread, n: number): number => last(t, n) - t.threadIdx.x;
const idle = (t: Thread, n: number): boolean => t.blockIdx.x * t.blockDim.x + t.threadIdx.x >= n;

export const read = (t: Thread, s: Gather): number | null => (idle(t, s.n) ? null : s.indices[s.order[rank(t, s.n)]]);
export const toTile = (t: Thread, s: Gather): number | null => (idle(t, s.n) ? null : last(t, s.n) - s.order[rank(t, s.n)]);
export const fromTile = (t: Thread): number => t.threadIdx.x;
export const write = (t: Thread, s: Gather): number | null => (idle(t, s.n) ? null : rank(t, s.n));
