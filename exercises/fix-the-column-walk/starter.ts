type Size = {
  rows: number;
  columns: number;
  matrices: number;
};

/**
 * The element this thread copies, counted from the start of
 * the batch; null outside the matrix.
 */
export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.x * blockDim.x + threadIdx.x;
  const column = blockIdx.y * blockDim.y + threadIdx.y;
  const matrix = blockIdx.z;
  return row < rows && column < columns
    ? (matrix * rows + row) * columns + column
    : null;
}
