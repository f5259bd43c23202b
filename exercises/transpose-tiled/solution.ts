type Size = { rows: number; columns: number };

const TILE = 32;

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
  return threadIdx.y * TILE + threadIdx.x;
}

/** Rows become columns here: lane x takes row x of the tile. */
export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}

/**
 * Block (x, y) of `in` is block (y, x) of `out`; within it the
 * warp walks along a row again.
 */
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
