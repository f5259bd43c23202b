type Size = { rows: number; columns: number };

/**
 * The place in `out` that a thread works on: x, which changes
 * from lane to lane, is the column.
 */
function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): { row: number; column: number } | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < columns && column < rows
    ? { row, column }
    : null;
}

/**
 * A row of `out` is a column of `in`: this walk goes down one.
 */
export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { columns } = size;
  const found = place(thread, size);
  return found && found.column * columns + found.row;
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { rows } = size;
  const found = place(thread, size);
  return found && found.row * rows + found.column;
}
