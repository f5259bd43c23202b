type Size = { rows: number; columns: number };

const TILE = 32;
/**
 * One spare word moves each row of the tile to the next bank.
 */
const PITCH = TILE + 1;
/**
 * Rows of threads in a block: a pass covers that many rows of
 * the tile.
 */
const ROWS = 8;

/**
 * A pass takes 8 whole rows, and each warp takes one of them.
 */
export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (threadIdx.y + ROWS * pass) * PITCH + threadIdx.x;
}

/** Rows become columns here: lane x takes row x of the tile. */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x * PITCH + threadIdx.y + ROWS * pass;
}

/** Block (x, y) of `in` is block (y, x) of `out`. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
