export function read(thread: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const column = columnOf(thread);
  const row = (pass + thread.threadIdx.x) % size.rows;
  return column < size.columns ? row * size.columns + column : null;
}
