type Size = { rows: number; columns: number };

const TILE = 32;

/**
 * The element of `in` this thread loads in pass 0 to 3;
 * null outside the matrix.
 */
export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

/** The word of the tile, out of 32 × 33, that it goes to. */
export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return threadIdx.y * TILE + threadIdx.x;
}

/** After the barrier: the word that this thread takes. */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return threadIdx.x * TILE + threadIdx.y;
}

/** The element of `out` that it goes to, or null. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
