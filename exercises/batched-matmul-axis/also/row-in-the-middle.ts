type Size = {
  batches: number;
  rows: number;
  columns: number;
  inner: number;
  batchInnermost: number;
};

// With the batch innermost, columns may change slowest: the
// warp walks along the batch in any case.
const number = ({ threadIdx, blockIdx }: Thread) =>
  threadIdx.x + (blockIdx.x << 7);

export const batch = (
  thread: Thread,
  { batches, rows, columns, batchInnermost }: Size,
): number | null => {
  const n = number(thread);
  if (n >= batches * rows * columns) return null;
  return batchInnermost
    ? n % batches
    : (n / (rows * columns)) | 0;
};

export const row = (
  thread: Thread,
  { batches, rows, columns, batchInnermost }: Size,
): number =>
  ((number(thread) / (batchInnermost ? batches : columns)) |
    0) %
  rows;

export const column = (
  thread: Thread,
  { batches, rows, columns, batchInnermost }: Size,
): number =>
  batchInnermost
    ? (number(thread) / (batches * rows)) | 0
    : number(thread) % columns;
