function globalIndex({ threadIdx, blockIdx, blockDim }: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

/** Backwards: the lanes touch the same sectors, in another order. */
export function read(thread: Thread, size: { n: number }): number | null {
  const index = globalIndex(thread);
  return index < size.n ? size.n - 1 - index : null;
}

export function write(thread: Thread, size: { n: number }): number | null {
  const index = globalIndex(thread);
  return index < size.n ? index : null;
}
