const TILE = 32;

/** Words from one row of the tile to the next. */
export const pitch = 32;

/** The element of `in` that this thread loads; null outside the matrix. */
export function read({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}

/** The word of the tile that it goes to. */
export function toTile({ threadIdx }: Thread): number | null {
  return threadIdx.y * pitch + threadIdx.x;
}

/** After the barrier: the word of the tile that this thread takes. */
export function fromTile({ threadIdx }: Thread): number | null {
  return threadIdx.y * pitch + threadIdx.x;
}

/** The element of `out` that it goes to; null outside the matrix. */
export function write({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  return null;
}
