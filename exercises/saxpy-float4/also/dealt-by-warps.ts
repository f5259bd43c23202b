type Size = { n: number };

// Rows of 128 elements are dealt out to the warps of the
// launch, the last row first.
const warps = ({ blockDim, gridDim }: Thread): number =>
  (gridDim.x * blockDim.x) >> 5;
const rows = ({ n }: Size): number => (n + 127) >> 7;

export const times = (thread: Thread, size: Size): number => {
  const { threadIdx, blockIdx, blockDim } = thread;
  const warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  return Math.max(
    0,
    Math.floor((rows(size) - 1 - warp) / warps(thread)) + 1,
  );
};

export const vector = (
  thread: Thread,
  size: Size,
  pass: number,
): number | null => {
  const { n } = size;
  const { threadIdx, blockIdx, blockDim } = thread;
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  const row =
    rows(size) - 1 - (number >> 5) - pass * warps(thread);
  const i = (row << 7) + ((number & 31) << 2);
  return i < n ? i : null;
};
