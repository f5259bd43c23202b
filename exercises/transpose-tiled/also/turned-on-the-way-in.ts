type Size = { rows: number; columns: number };

// The tile is stored transposed, with a spare word per row,
// and read row by row.
export const toTile = ({ threadIdx }: Thread) =>
  33 * threadIdx.x + threadIdx.y;
export const fromTile = ({ threadIdx }: Thread) =>
  33 * threadIdx.y + threadIdx.x;

const element = (
  row: number,
  column: number,
  rows: number,
  pitch: number,
) =>
  row >= rows || column >= pitch ? null : column + pitch * row;

export const read = (
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
) =>
  element(
    (blockIdx.y << 5) | threadIdx.y,
    (blockIdx.x << 5) | threadIdx.x,
    rows,
    columns,
  );

export const write = (
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
) =>
  element(
    (blockIdx.x << 5) | threadIdx.y,
    (blockIdx.y << 5) | threadIdx.x,
    columns,
    rows,
  );
