export function read(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return row < size.rows && column < size.width ? row * size.columns + column : null;
}
