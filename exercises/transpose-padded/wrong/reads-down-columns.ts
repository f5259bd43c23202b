export function read({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * TILE + threadIdx.x;
  const column = blockIdx.x * TILE + threadIdx.y;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}

export function toTile({ threadIdx }: Thread): number {
  return threadIdx.x * pitch + threadIdx.y;
}
