type Matrix = { rows: number; columns: number };

/** The place in `out` that a thread works on: x, which changes from lane to lane, is the column. */
function place({ threadIdx, blockIdx, blockDim }: Thread, { rows, columns }: Matrix): { row: number; column: number } | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < columns && column < rows ? { row, column } : null;
}

/** A row of `out` is a column of `in`: this walk goes down one. */
export function read(thread: Thread, size: Matrix): number | null {
  const found = place(thread, size);
  return found && found.column * size.columns + found.row;
}

export function write(thread: Thread, size: Matrix): number | null {
  const found = place(thread, size);
  return found && found.row * size.rows + found.column;
}
