// out[write(thread, size)] = in[read(thread, size)]: so far, a straight copy.

/** Which element of `in` this thread reads; null when it has nothing to do. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n ? index : null;
}

/** Which element of `out` this thread writes; null when it has nothing to do. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n ? index : null;
}
