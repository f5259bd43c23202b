export function write({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.x * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.rows + column : null;
}
