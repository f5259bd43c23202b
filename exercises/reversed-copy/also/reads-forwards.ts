type Size = { n: number };

// The other way round: the threads run along `in`, and the
// stores walk backwards.

export const read = (
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null => {
  const i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n) return null;
  return i;
};

export const write = (
  thread: Thread,
  size: Size,
): number | null => {
  const { n } = size;
  const i = read(thread, size);
  return i === null ? null : n + ~i;
};
