export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * pitch + threadIdx.x;
}

export function write({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.x * TILE + threadIdx.x;
  const column = blockIdx.y * TILE + threadIdx.y;
  return row < size.columns && column < size.rows ? row * size.rows + column : null;
}
