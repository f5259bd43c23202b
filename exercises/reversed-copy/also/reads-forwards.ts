// The other way round: the threads run along `in`, and the stores walk backwards.

export const read = (thread: Thread, size: { n: number }): number | null => {
  const i = thread.threadIdx.x + thread.blockDim.x * thread.blockIdx.x;
  if (i >= size.n) return null;
  return i;
};

export const write = (thread: Thread, size: { n: number }): number | null => {
  const i = read(thread, size);
  return i === null ? null : size.n + ~i;
};
