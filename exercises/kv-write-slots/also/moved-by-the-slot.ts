type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  slots: readonly number[];
};

const vector = ({
  threadIdx,
  blockIdx,
  blockDim,
  gridDim,
}: Thread): number =>
  (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
const token = (
  thread: Thread,
  { heads, headDim }: Size,
): number => ((vector(thread) << 3) / (heads * headDim)) | 0;
const slot = (thread: Thread, size: Size): number => {
  const { tokens, slots } = size;
  return token(thread, size) < tokens
    ? slots[token(thread, size)]
    : -1;
};

export const read = (
  thread: Thread,
  size: Size,
): number | null =>
  slot(thread, size) < 0 ? null : vector(thread) << 3;
export const write = (
  thread: Thread,
  size: Size,
): number | null => {
  const { heads, headDim } = size;
  return slot(thread, size) < 0
    ? null
    : (vector(thread) << 3) +
        (slot(thread, size) - token(thread, size)) *
          heads *
          headDim;
};
