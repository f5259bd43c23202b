type Size = { rows: number; columns: number };

const HALVES_PER_LANE = 2;

/** Where the pair of a thread is; null outside the matrix. */
function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): { row: number; column: number } | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column =
    HALVES_PER_LANE * (blockIdx.x * blockDim.x + threadIdx.x);
  return row < rows && column < columns
    ? { row, column }
    : null;
}

export function pair(
  thread: Thread,
  size: Size,
): number | null {
  const { columns } = size;
  const found = place(thread, size);
  return found && found.row * columns + found.column;
}

/** One bias for each column, whatever the row. */
export function biasPair(
  thread: Thread,
  size: Size,
): number | null {
  const found = place(thread, size);
  return found && found.column;
}
