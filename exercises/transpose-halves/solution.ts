type Size = { rows: number; columns: number };

const TILE = 64;
/**
 * Rows of threads in a block: a pass covers that many rows of
 * the tile.
 */
const ROWS = 8;

/**
 * Where an element of the tile is. Each row swizzles its
 * words, not its halves, and differently from the row two
 * above.
 */
function at(row: number, column: number): number {
  return (
    row * TILE + 2 * ((column >> 1) ^ (row >> 1)) + (column % 2)
  );
}

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

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return at(threadIdx.y + ROWS * pass, 2 * threadIdx.x);
}

/**
 * Two rows of the tile make one row of pairs in `out`: the
 * upper one gives the first of each pair.
 */
export function first(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return write(thread, size, pass) === null
    ? null
    : at(2 * threadIdx.x, threadIdx.y + ROWS * pass);
}

export function second(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return write(thread, size, pass) === null
    ? null
    : at(2 * threadIdx.x + 1, threadIdx.y + ROWS * pass);
}

/** Row and column of `out`: its rows hold `rows` elements. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  const column = blockIdx.y * TILE + 2 * threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
