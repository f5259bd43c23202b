type Size = {
  matrices: number;
  rows: number;
  columns: number;
};

const TILE_ROWS = 16;
const TILE_COLUMNS = 64;
/** Two spare words move each row of the tile by two banks. */
const PITCH = TILE_COLUMNS + 2;

/**
 * Where a thread is in the tile of `out`, whose rows are 16
 * long: the threads of the block are renumbered.
 */
function turned(
  threadIdx: Thread["threadIdx"],
  pass: number,
): { row: number; column: number } {
  const number = threadIdx.y * 64 + threadIdx.x;
  return {
    row: Math.floor(number / TILE_ROWS) + 16 * pass,
    column: number % TILE_ROWS,
  };
}

export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.y * TILE_ROWS + threadIdx.y + 4 * pass;
  const column = blockIdx.x * TILE_COLUMNS + threadIdx.x;
  return row < rows && column < columns
    ? (blockIdx.z * rows + row) * columns + column
    : null;
}

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (threadIdx.y + 4 * pass) * PITCH + threadIdx.x;
}

/** A warp takes two columns of 16 rows of the tile. */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  const place = turned(threadIdx, pass);
  return place.column * PITCH + place.row;
}

/** And turns them into two rows of 16. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const place = turned(threadIdx, pass);
  const row = blockIdx.x * TILE_COLUMNS + place.row;
  const column = blockIdx.y * TILE_ROWS + place.column;
  return row < columns && column < rows
    ? (blockIdx.z * columns + row) * rows + column
    : null;
}
