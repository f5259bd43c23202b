type Matrix = { rows: number; columns: number };

// A thread's four rows are neighbours, and the tile is swizzled.
const word = (row: number, column: number) => (row << 5) | (column ^ row);
const quadRow = ({ threadIdx }: Thread, pass: number) => (threadIdx.y << 2) | pass;

export const toTile = (thread: Thread, _: Matrix, pass: number) => word(quadRow(thread, pass), thread.threadIdx.x);
// Taken from the last row to the first, for a change.
export const fromTile = (thread: Thread, _: Matrix, pass: number) => word(thread.threadIdx.x, quadRow(thread, 3 - pass));

export const read = (thread: Thread, { rows, columns }: Matrix, pass: number) => {
  const row = (thread.blockIdx.y << 5) | quadRow(thread, pass);
  const column = (thread.blockIdx.x << 5) | thread.threadIdx.x;
  return row >= rows || column >= columns ? null : column + columns * row;
};

export const write = (thread: Thread, { rows, columns }: Matrix, pass: number) => {
  const row = (thread.blockIdx.x << 5) | quadRow(thread, 3 - pass);
  const column = (thread.blockIdx.y << 5) | thread.threadIdx.x;
  return row >= columns || column >= rows ? null : column + rows * row;
};
