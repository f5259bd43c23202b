export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * blockDim.x + threadIdx.x;
  const column = blockIdx.x * blockDim.y + threadIdx.y;
  const matrix = blockIdx.z;
  return row < size.rows && column < size.columns ? (matrix * size.rows + row) * size.columns + column : null;
}
