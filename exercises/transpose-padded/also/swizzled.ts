type Size = { rows: number; columns: number };

// No spare words: the row number XOR the column spreads each
// column over all banks.
export const pitch = 32;

const word = (row: number, column: number) =>
  (row << 5) | (row ^ column);

const origin = ({ blockIdx }: Thread) => ({
  top: blockIdx.y << 5,
  left: blockIdx.x << 5,
});

export const read = (
  thread: Thread,
  { rows, columns }: Size,
) => {
  const { threadIdx } = thread;
  const { top, left } = origin(thread);
  const { x, y } = threadIdx;
  return left + x < columns && top + y < rows
    ? (top + y) * columns + left + x
    : null;
};

export const toTile = ({ threadIdx }: Thread) =>
  word(threadIdx.y, threadIdx.x);

export const fromTile = ({ threadIdx }: Thread) =>
  word(threadIdx.x, threadIdx.y);

export const write = (
  thread: Thread,
  { rows, columns }: Size,
) => {
  const { threadIdx } = thread;
  const { top, left } = origin(thread);
  const { x, y } = threadIdx;
  return top + x < rows && left + y < columns
    ? (left + y) * rows + top + x
    : null;
};
