export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const matrix = blockIdx.z;
  return column < size.columns ? (matrix * size.rows + row) * size.columns + column : null;
}
