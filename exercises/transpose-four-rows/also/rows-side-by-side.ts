type Size = { rows: number; columns: number };

// A thread's four rows are neighbours, and the tile is
// swizzled.
const word = (row: number, column: number) =>
  (row << 5) | (column ^ row);
const quadRow = ({ threadIdx }: Thread, pass: number) =>
  (threadIdx.y << 2) | pass;

export const toTile = (
  thread: Thread,
  size: Size,
  pass: number,
) => {
  const { threadIdx } = thread;
  return word(quadRow(thread, pass), threadIdx.x);
};
// Taken from the last row to the first, for a change.
export const fromTile = (
  thread: Thread,
  size: Size,
  pass: number,
) => {
  const { threadIdx } = thread;
  return word(threadIdx.x, quadRow(thread, 3 - pass));
};

export const read = (
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
) => {
  const { threadIdx, blockIdx } = thread;
  const row = (blockIdx.y << 5) | quadRow(thread, pass);
  const column = (blockIdx.x << 5) | threadIdx.x;
  return row >= rows || column >= columns
    ? null
    : column + columns * row;
};

export const write = (
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
) => {
  const { threadIdx, blockIdx } = thread;
  const row = (blockIdx.x << 5) | quadRow(thread, 3 - pass);
  const column = (blockIdx.y << 5) | threadIdx.x;
  return row >= columns || column >= rows
    ? null
    : column + rows * row;
};
