type Size = { rows: number; columns: number };

const column = ({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number => threadIdx.x + blockDim.x * blockIdx.x;

/**
 * The rows from last to first: the order makes no difference
 * to a sum, nor to a warp.
 */
export const read = (
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null =>
  column(thread) >= columns
    ? null
    : (rows - 1 - pass) * columns + column(thread);

export const write = (
  thread: Thread,
  { columns }: Size,
): number | null =>
  column(thread) >= columns ? null : column(thread);
