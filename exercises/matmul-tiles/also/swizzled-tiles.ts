type Size = {
  rows: number;
  columns: number;
  inner: number;
};

// Both tiles are swizzled, although they don't have to be, and
// the terms of a sum are taken from right to left.
const swizzled = (row: number, column: number) =>
  (row << 5) | (row ^ column);

export const readA = (
  { threadIdx: { x, y }, blockIdx }: Thread,
  { rows, inner }: Size,
  step: number,
) => {
  const [row, column] = [
    (blockIdx.y << 5) | y,
    (step << 5) | x,
  ];
  return row >= rows || column >= inner
    ? null
    : column + inner * row;
};

export const readB = (
  { threadIdx: { x, y }, blockIdx }: Thread,
  { columns, inner }: Size,
  step: number,
) => {
  const [row, column] = [
    (step << 5) | y,
    (blockIdx.x << 5) | x,
  ];
  return row >= inner || column >= columns
    ? null
    : column + columns * row;
};

// A tile with fewer than 32 terms is filled from the end, so
// that the terms that are read are there.
export const toA = (
  { threadIdx: { x, y } }: Thread,
  { inner }: Size,
  step: number,
) => swizzled(y, Math.min(32, inner - 32 * step) - 1 - x);
export const toB = (
  { threadIdx: { x, y } }: Thread,
  { inner }: Size,
  step: number,
) => swizzled(Math.min(32, inner - 32 * step) - 1 - y, x);

export const fromA = (
  { threadIdx: { y } }: Thread,
  size: Size,
  k: number,
) => swizzled(y, k);
export const fromB = (
  { threadIdx: { x } }: Thread,
  size: Size,
  k: number,
) => swizzled(k, x);

export const write = (
  { threadIdx: { x, y }, blockIdx }: Thread,
  { rows, columns }: Size,
) => {
  const [row, column] = [
    (blockIdx.y << 5) | y,
    (blockIdx.x << 5) | x,
  ];
  return row >= rows || column >= columns
    ? null
    : column + columns * row;
};
