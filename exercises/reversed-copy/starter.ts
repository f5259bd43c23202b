// out[write(thread, size)] = in[read(thread, size)]: a straight copy so far.

/** Which element of `in` this thread reads; null when there is nothing for it to do. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n ? index : null;
}

/** Which element of `out` this thread writes; null when there is nothing for it to do. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < size.n ? index : null;
}
