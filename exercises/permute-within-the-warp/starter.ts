// out[write(thread, size)] = in[read(thread, size)]: so far, a straight copy without rotation.

/** Which element of `in` this thread reads; null when it has nothing to do. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; shift: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? i : null;
}

/** Which element of `out` this thread writes; null when it has nothing to do. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; shift: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? i : null;
}
