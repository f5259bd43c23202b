export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  size: { matrices: number; rows: number; columns: number },
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const matrix = blockIdx.z;
  return row < size.rows && column < size.columns ? (row * size.columns + column) * size.matrices + matrix : null;
}
