/** Thread by thread over all blocks, so that no warp walks backwards through memory. */
function place({ threadIdx, blockIdx, gridDim }: Thread): number {
  return threadIdx.x * gridDim.x + blockIdx.x;
}

export function read(thread: Thread, size: { n: number }): number | null {
  const index = place(thread);
  return index < size.n ? size.n - 1 - index : null;
}

export function write(thread: Thread, size: { n: number }): number | null {
  const index = place(thread);
  return index < size.n ? index : null;
}
