export function write({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < size.columns && column < size.rows ? row * size.rows + column : null;
}
