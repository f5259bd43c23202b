type Size = { rows: number; d: number };

const vectors = ({ d }: Size): number => d >> 2;
const rank = (
  { threadIdx, blockDim }: Thread,
  pass: number,
): number => threadIdx.x + pass * blockDim.x;

export const passes = (
  { threadIdx, blockDim }: Thread,
  size: Size,
): number =>
  Math.floor((vectors(size) - 1 - threadIdx.x) / blockDim.x) +
  1;
export const read = (
  thread: Thread,
  { d }: Size,
  pass: number,
): number => {
  const { blockIdx } = thread;
  return (blockIdx.x + 1) * d - ((rank(thread, pass) + 1) << 2);
};

export const partner = (
  { threadIdx, blockDim }: Thread,
  size: Size,
  step: number,
): number | null => {
  const left = blockDim.x >> step;
  return threadIdx.x << 1 < left
    ? left - 1 - threadIdx.x
    : null;
};
