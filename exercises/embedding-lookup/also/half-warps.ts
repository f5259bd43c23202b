type Size = {
  tokens: number;
  dim: number;
  vocabulary: number;
  ids: readonly number[];
};

const warp = ({ threadIdx, blockIdx }: Thread): number =>
  (blockIdx.y << 2) | threadIdx.y;
const alone = (thread: Thread, { tokens }: Size): boolean =>
  2 * warp(thread) + 1 === tokens;
const lanes = (thread: Thread, size: Size): number =>
  alone(thread, size) ? 32 : 16;
const token = (thread: Thread, size: Size): number => {
  const { threadIdx } = thread;
  return (
    2 * warp(thread) +
    (alone(thread, size) ? 0 : threadIdx.x >> 4)
  );
};
const column = (
  thread: Thread,
  size: Size,
  pass: number,
): number => {
  const { threadIdx } = thread;
  return (
    (pass * lanes(thread, size) +
      (threadIdx.x & (lanes(thread, size) - 1))) <<
    2
  );
};

export const passes = (thread: Thread, size: Size): number => {
  const { tokens, dim } = size;
  return token(thread, size) < tokens
    ? Math.max(
        0,
        Math.ceil(
          (dim - column(thread, size, 0)) /
            (4 * lanes(thread, size)),
        ),
      )
    : 0;
};
export const read = (
  thread: Thread,
  size: Size,
  pass: number,
): number => {
  const { dim, ids } = size;
  return (
    ids[token(thread, size)] * dim + column(thread, size, pass)
  );
};
export const write = (
  thread: Thread,
  size: Size,
  pass: number,
): number => {
  const { dim } = size;
  return token(thread, size) * dim + column(thread, size, pass);
};
