type Size = { rows: number; columns: number };

// Row r is rotated by r words to the left.
export const words = 1 << 10;
const word = (row: number, column: number) =>
  (row << 5) | ((column - row) & 31);

export const toTile = ({ threadIdx }: Thread) =>
  word(threadIdx.y, threadIdx.x);
export const fromTile = ({ threadIdx }: Thread) =>
  word(threadIdx.x, threadIdx.y);

export const read = (
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
) => {
  const [row, column] = [
    threadIdx.y + 32 * blockIdx.y,
    threadIdx.x + 32 * blockIdx.x,
  ];
  return row >= rows || column >= columns
    ? null
    : column + columns * row;
};

export const write = (
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
) => {
  const [row, column] = [
    threadIdx.y + 32 * blockIdx.x,
    threadIdx.x + 32 * blockIdx.y,
  ];
  return row >= columns || column >= rows
    ? null
    : column + rows * row;
};
