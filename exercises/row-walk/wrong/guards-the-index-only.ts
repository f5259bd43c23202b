export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const index = row * size.columns + column;
  return index < size.rows * size.columns ? index : null;
}
