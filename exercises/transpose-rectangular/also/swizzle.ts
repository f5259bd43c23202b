type Size = {
  matrices: number;
  rows: number;
  columns: number;
};

// No spare words: row r of the tile swaps its words by 2r, so
// that pairs of columns stay side by side.
const word = (row: number, column: number) =>
  (row << 6) | (column ^ (row << 1));

export const toTile = (
  { threadIdx }: Thread,
  size: Size,
  pass: number,
) => word((pass << 2) | threadIdx.y, threadIdx.x);

// The low four bits of x are the column of `out`; a row of
// threads writes 16 rows of it, four in each pass.
const outRow = ({ threadIdx }: Thread, pass: number) =>
  (threadIdx.y << 4) | (pass << 2) | (threadIdx.x >> 4);
const outColumn = ({ threadIdx }: Thread) => threadIdx.x & 15;

export const fromTile = (
  thread: Thread,
  size: Size,
  pass: number,
) => word(outColumn(thread), outRow(thread, pass));

export const read = (
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
) => {
  const row = (blockIdx.y << 4) | (pass << 2) | threadIdx.y;
  const column = (blockIdx.x << 6) | threadIdx.x;
  return row >= rows || column >= columns
    ? null
    : column + columns * (row + rows * blockIdx.z);
};

export const write = (
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
) => {
  const { blockIdx } = thread;
  const row = (blockIdx.x << 6) | outRow(thread, pass);
  const column = (blockIdx.y << 4) | outColumn(thread);
  return row >= columns || column >= rows
    ? null
    : column + rows * (row + columns * blockIdx.z);
};
