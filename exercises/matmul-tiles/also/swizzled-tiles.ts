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
  { threadIdx, blockIdx }: Thread,
  { rows, inner }: Size,
  step: number,
) => {
  const [row, column] = [
    (blockIdx.y << 5) | threadIdx.y,
    (step << 5) | threadIdx.x,
  ];
  return row >= rows || column >= inner
    ? null
    : column + inner * row;
};

export const readB = (
  { threadIdx, blockIdx }: Thread,
  { columns, inner }: Size,
  step: number,
) => {
  const [row, column] = [
    (step << 5) | threadIdx.y,
    (blockIdx.x << 5) | threadIdx.x,
  ];
  return row >= inner || column >= columns
    ? null
    : column + columns * row;
};

// A tile with fewer than 32 terms is filled from the end, so
// that the terms that are read are there.
export const toA = (
  { threadIdx }: Thread,
  { inner }: Size,
  step: number,
) =>
  swizzled(
    threadIdx.y,
    Math.min(32, inner - 32 * step) - 1 - threadIdx.x,
  );
export const toB = (
  { threadIdx }: Thread,
  { inner }: Size,
  step: number,
) =>
  swizzled(
    Math.min(32, inner - 32 * step) - 1 - threadIdx.y,
    threadIdx.x,
  );

export const fromA = (
  { threadIdx }: Thread,
  size: Size,
  k: number,
) => swizzled(threadIdx.y, k);
export const fromB = (
  { threadIdx }: Thread,
  size: Size,
  k: number,
) => swizzled(k, threadIdx.x);

export const write = (
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
) => {
  const [row, column] = [
    (blockIdx.y << 5) | threadIdx.y,
    (blockIdx.x << 5) | threadIdx.x,
  ];
  return row >= rows || column >= columns
    ? null
    : column + columns * row;
};
