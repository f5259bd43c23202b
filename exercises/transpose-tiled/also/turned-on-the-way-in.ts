type Size = { rows: number; columns: number };

// The tile is stored transposed, with a spare word per row,
// and read row by row.
export const toTile = ({ threadIdx: { x, y } }: Thread) =>
  33 * x + y;
export const fromTile = ({ threadIdx: { x, y } }: Thread) =>
  33 * y + x;

const element = (
  row: number,
  column: number,
  rows: number,
  pitch: number,
) =>
  row >= rows || column >= pitch ? null : column + pitch * row;

export const read = (
  { threadIdx: { x, y }, blockIdx: block }: Thread,
  { rows, columns }: Size,
) =>
  element(
    (block.y << 5) | y,
    (block.x << 5) | x,
    rows,
    columns,
  );

export const write = (
  { threadIdx: { x, y }, blockIdx: block }: Thread,
  { rows, columns }: Size,
) =>
  element(
    (block.x << 5) | y,
    (block.y << 5) | x,
    columns,
    rows,
  );
