type Size = { rows: number; columns: number };

const TILE = 32;

export const words = TILE * TILE;

/**
 * The word of an element of the tile: each row puts its words
 * in a different order, so that a column uses every bank once.
 */
function word(row: number, column: number): number {
  return row * TILE + (column ^ row);
}

export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function toTile({ threadIdx }: Thread): number {
  return word(threadIdx.y, threadIdx.x);
}

export function fromTile({ threadIdx }: Thread): number {
  return word(threadIdx.x, threadIdx.y);
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
