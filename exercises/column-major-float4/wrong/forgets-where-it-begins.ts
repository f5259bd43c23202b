export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { rows, columns, width } = size;
  const { row, column } = place(thread, size);
  return row < rows && column < width
    ? row * columns + column
    : null;
}
