type Size = { n: number };

/**
 * Threads in the whole grid: how far every thread moves on
 * from pass to pass.
 */
function gridStride({ gridDim, blockDim }: Thread): number {
  return gridDim.x * blockDim.x;
}

export function times(thread: Thread, { n }: Size): number {
  return Math.ceil(n / gridStride(thread));
}

/**
 * In each pass the grid lies over the next stretch of the
 * array, as if it were launched again.
 */
export function element(
  thread: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const { threadIdx, blockIdx, blockDim } = thread;
  const first = blockIdx.x * blockDim.x + threadIdx.x;
  const index = first + pass * gridStride(thread);
  return index < n ? index : null;
}
