type Size = {
  batches: number;
  rows: number;
  columns: number;
  inner: number;
  batchInnermost: number;
};

/**
 * The thread's number, read as three digits. The one that
 * changes fastest is the one whose neighbours are adjacent in
 * memory.
 */
function digits(
  { threadIdx, blockIdx, blockDim }: Thread,
  { batches, rows, columns, batchInnermost }: Size,
) {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= batches * rows * columns) return null;
  const batch =
    batchInnermost === 1
      ? number % batches
      : Math.floor(number / (rows * columns));
  const inMatrix =
    batchInnermost === 1
      ? Math.floor(number / batches)
      : number % (rows * columns);
  return {
    batch,
    row: Math.floor(inMatrix / columns),
    column: inMatrix % columns,
  };
}

export function batch(
  thread: Thread,
  size: Size,
): number | null {
  return digits(thread, size)?.batch ?? null;
}

export function row(thread: Thread, size: Size): number | null {
  return digits(thread, size)?.row ?? null;
}

export function column(
  thread: Thread,
  size: Size,
): number | null {
  return digits(thread, size)?.column ?? null;
}
