/** The element that this thread adds in the pass, 0 to size.rows - 1; null when it has no column. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  // Each lane starts in its own row, so that they don't all wait for the same one.
  const row = (pass + threadIdx.x) % size.rows;
  return column < size.columns ? row * size.columns + column : null;
}

/** The element of `out` that gets its sum; null when it has none. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return column < size.columns ? column : null;
}
