/** x is the column: a warp covers 16 elements of one row and 16 of the next, two whole sectors of each. */
export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const matrix = blockIdx.z;
  return row < size.rows && column < size.columns ? (matrix * size.rows + row) * size.columns + column : null;
}
