/** The element that this thread copies, counted from the start of the batch; null outside the matrix. */
export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.x * blockDim.x + threadIdx.x;
  const column = blockIdx.y * blockDim.y + threadIdx.y;
  const matrix = blockIdx.z;
  return row < size.rows && column < size.columns ? (matrix * size.rows + row) * size.columns + column : null;
}
