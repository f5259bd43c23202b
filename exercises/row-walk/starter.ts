type Size = { rows: number; columns: number };

/**
 * The element of the matrix this thread copies, counted
 * along the rows; null outside the matrix.
 */
export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = threadIdx.y;
  const column = threadIdx.x;
  return row * columns + column;
}
