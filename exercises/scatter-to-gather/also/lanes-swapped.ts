// Neighbouring lanes swap elements, and the last block comes first: the same sectors.
type Permutation = { n: number; source: readonly number[] };

const own = (t: Thread): number => ((t.gridDim.x - 1 - t.blockIdx.x) * t.blockDim.x + t.threadIdx.x) ^ 1;

export const read = (t: Thread, { n, source }: Permutation): number | null => (own(t) < n ? source[own(t)] : null);
export const write = (t: Thread, { n }: Permutation): number | null => (own(t) < n ? own(t) : null);
