type Size = {
  rows: number;
  columns: number;
  matrices: number;
};

/**
 * x is the column: a warp covers 16 elements of one row and 16
 * of the next, two whole sectors of each.
 */
export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const matrix = blockIdx.z;
  return row < rows && column < columns
    ? (matrix * rows + row) * columns + column
    : null;
}
