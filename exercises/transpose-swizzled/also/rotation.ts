type Size = { rows: number; columns: number };

// Row r is rotated by r words to the left.
export const words = 1 << 10;
const word = (row: number, column: number) =>
  (row << 5) | ((column - row) & 31);

export const toTile = ({ threadIdx: { x, y } }: Thread) =>
  word(y, x);
export const fromTile = ({ threadIdx: { x, y } }: Thread) =>
  word(x, y);

export const read = (
  { threadIdx: { x, y }, blockIdx: block }: Thread,
  { rows, columns }: Size,
) => {
  const [row, column] = [y + 32 * block.y, x + 32 * block.x];
  return row >= rows || column >= columns
    ? null
    : column + columns * row;
};

export const write = (
  { threadIdx: { x, y }, blockIdx: block }: Thread,
  { rows, columns }: Size,
) => {
  const [row, column] = [y + 32 * block.x, x + 32 * block.y];
  return row >= columns || column >= rows
    ? null
    : column + rows * row;
};
