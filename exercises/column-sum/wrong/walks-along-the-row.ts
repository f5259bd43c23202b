export function read(thread: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const column = columnOf(thread);
  return column < size.columns ? column * size.columns + pass : null;
}
