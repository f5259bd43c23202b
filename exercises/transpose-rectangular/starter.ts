type Size = {
  matrices: number;
  rows: number;
  columns: number;
};

const TILE_ROWS = 16;
const TILE_COLUMNS = 64;

/**
 * The element of `in` this thread loads in pass 0 to 3;
 * null outside the matrix.
 */
export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.y * TILE_ROWS + threadIdx.y + 4 * pass;
  const column = blockIdx.x * TILE_COLUMNS + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

/** The word of the tile, out of 16 × 66, that it goes to. */
export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return (threadIdx.y + 4 * pass) * TILE_COLUMNS + threadIdx.x;
}

/** After the barrier: the word that this thread takes. */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return (threadIdx.y + 4 * pass) * TILE_COLUMNS + threadIdx.x;
}

/** The element of `out` that it goes to, or null. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  return null;
}
