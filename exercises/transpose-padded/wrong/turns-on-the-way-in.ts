const TILE = 32;

export const pitch = TILE;

export function read({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}

export function toTile({ threadIdx }: Thread): number {
  return threadIdx.x * pitch + threadIdx.y;
}

export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * pitch + threadIdx.x;
}

export function write({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.x * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < size.columns && column < size.rows ? row * size.rows + column : null;
}
