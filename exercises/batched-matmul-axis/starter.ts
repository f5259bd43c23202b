type Size = {
  batches: number;
  rows: number;
  columns: number;
  inner: number;
  batchInnermost: number;
};

/** The matrix this thread works on; null if it has none. */
export function batch(
  { threadIdx, blockIdx, blockDim }: Thread,
  { batches }: Size,
): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < batches ? number : null;
}

/** The row of its result. */
export function row(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  return 0;
}

/** The column of its result. */
export function column(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  return 0;
}
