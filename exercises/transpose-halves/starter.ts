type Size = { rows: number; columns: number };

const TILE = 64;
const ROWS = 8;

/**
 * The first of the pair of `in` this thread loads in pass
 * 0 to 7; null outside the matrix.
 */
export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  const column = blockIdx.x * TILE + 2 * threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

/** Where in the tile, out of 64 × 66, the pair is stored. */
export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return (threadIdx.y + ROWS * pass) * TILE + 2 * threadIdx.x;
}

/**
 * After the barrier: the element of the tile that comes
 * first in this thread's new pair.
 */
export function first(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return null;
}

/** The element of the tile that comes second. */
export function second(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return null;
}

/** Where in `out` the new pair is stored, or null. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  return null;
}
