type Size = {
  rows: number;
  columns: number;
  from: number;
  width: number;
};

const inStrip = (
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, width }: Size,
  pitch: number,
): number | null => {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  const pair = number >> 1;
  const column =
    (Math.floor(pair / rows) << 3) | ((number & 1) << 2);
  return column < width ? (pair % rows) * pitch + column : null;
};

export const read = (
  thread: Thread,
  size: Size,
): number | null => {
  const { columns, from } = size;
  const i = inStrip(thread, size, columns);
  return i === null ? null : i + from;
};

export const write = (
  thread: Thread,
  size: Size,
): number | null => {
  const { width } = size;
  return inStrip(thread, size, width);
};
