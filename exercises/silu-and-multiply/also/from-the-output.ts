type Size = { rows: number; d: number };

const vector = ({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;
const row = ({ blockIdx }: Thread, { rows }: Size): number =>
  rows + ~blockIdx.y;

export const write = (
  thread: Thread,
  size: Size,
): number | null => {
  const { d } = size;
  return vector(thread) >= d >> 3
    ? null
    : row(thread, size) * d + (vector(thread) << 3);
};
export const gate = (
  thread: Thread,
  size: Size,
): number | null => {
  const { d } = size;
  const place = write(thread, size);
  return place === null
    ? null
    : place + d * Math.floor(place / d);
};
export const up = (
  thread: Thread,
  size: Size,
): number | null => {
  const { d } = size;
  const place = write(thread, size);
  return place === null
    ? null
    : place + d * Math.floor(place / d + 1);
};
