type Size = { rows: number; columns: number };

// All threads of the grid in one line, block after block: the
// pairs are numbered across the whole matrix, whatever its
// rows.
const number = ({
  threadIdx,
  blockIdx,
  blockDim,
  gridDim,
}: Thread): number =>
  ((blockIdx.y * gridDim.x + blockIdx.x) * blockDim.y +
    threadIdx.y) *
    blockDim.x +
  threadIdx.x;

export const pair = (
  thread: Thread,
  { rows, columns }: Size,
): number | null => {
  const first = number(thread) << 1;
  return first < rows * columns ? first : null;
};

export const biasPair = (
  thread: Thread,
  size: Size,
): number | null => {
  const { columns } = size;
  const first = pair(thread, size);
  return first === null ? null : first % columns;
};
