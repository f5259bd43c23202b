type Size = { rows: number; columns: number };

// Padding instead of a swizzle: one spare pair after every
// second row.
const at = (row: number, column: number) =>
  (row << 6) + (row & ~1) + column;
const rowOfPass = ({ threadIdx }: Thread, pass: number) =>
  (threadIdx.y << 3) | pass;

export const read = (
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
) => {
  const { threadIdx, blockIdx } = thread;
  const row = (blockIdx.y << 6) | rowOfPass(thread, pass);
  const column = (blockIdx.x << 6) | (threadIdx.x << 1);
  return row >= rows || column >= columns
    ? null
    : column + columns * row;
};

export const toTile = (
  thread: Thread,
  size: Size,
  pass: number,
) => {
  const { threadIdx } = thread;
  return at(rowOfPass(thread, pass), threadIdx.x << 1);
};

export const write = (
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
) => {
  const { threadIdx, blockIdx } = thread;
  const row = (blockIdx.x << 6) | rowOfPass(thread, pass);
  const column = (blockIdx.y << 6) | (threadIdx.x << 1);
  return row >= columns || column >= rows
    ? null
    : column + rows * row;
};

const half =
  (which: 0 | 1) =>
  (thread: Thread, size: Size, pass: number) => {
    const { threadIdx } = thread;
    return write(thread, size, pass) === null
      ? null
      : at((threadIdx.x << 1) | which, rowOfPass(thread, pass));
  };
export const first = half(0);
export const second = half(1);
