type Size = { rows: number; columns: number };

/**
 * The element this thread adds in pass 0 to rows - 1;
 * null if it has no column.
 */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  // Each lane starts in its own row: none waits for another.
  const row = (pass + threadIdx.x) % rows;
  return column < columns ? row * columns + column : null;
}

/** The element of `out` that gets its sum, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { columns }: Size,
): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return column < columns ? column : null;
}
