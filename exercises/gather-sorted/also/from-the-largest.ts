type Size = {
  n: number;
  inputLength: number;
  indices: readonly number[];
  order: readonly number[];
};

const last = (
  { blockIdx, blockDim }: Thread,
  n: number,
): number => Math.min((blockIdx.x + 1) * blockDim.x, n) - 1;
const rank = (thread: Thread, n: number): number => {
  const { threadIdx } = thread;
  return last(thread, n) - threadIdx.x;
};
const idle = (
  { threadIdx, blockIdx, blockDim }: Thread,
  n: number,
): boolean => blockIdx.x * blockDim.x + threadIdx.x >= n;

export const read = (
  thread: Thread,
  { n, indices, order }: Size,
): number | null =>
  idle(thread, n) ? null : indices[order[rank(thread, n)]];
export const toTile = (
  thread: Thread,
  { n, order }: Size,
): number | null =>
  idle(thread, n)
    ? null
    : last(thread, n) - order[rank(thread, n)];
export const fromTile = ({ threadIdx }: Thread): number =>
  threadIdx.x;
export const write = (
  thread: Thread,
  { n }: Size,
): number | null => (idle(thread, n) ? null : rank(thread, n));
