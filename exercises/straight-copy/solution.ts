/** One thread per element: the number of the thread in the whole launch. */
function globalIndex({ threadIdx, blockIdx, blockDim }: Thread, n: number): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
}

export function read(thread: Thread, size: { n: number }): number | null {
  return globalIndex(thread, size.n);
}

export function write(thread: Thread, size: { n: number }): number | null {
  return globalIndex(thread, size.n);
}
