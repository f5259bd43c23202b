type Size = { rows: number; columns: number };

/**
 * The place in `in` that a thread works on: x, which changes
 * from lane to lane, is the column.
 */
function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): { row: number; column: number } | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns
    ? { row, column }
    : null;
}

export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { columns } = size;
  const found = place(thread, size);
  return found && found.row * columns + found.column;
}

/**
 * A row of `out` is a column of `in`, and holds as many
 * elements as `in` has rows.
 */
export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { rows } = size;
  const found = place(thread, size);
  return found && found.column * rows + found.row;
}
