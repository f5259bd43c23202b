export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { rows, from, width } = size;
  const { row, column } = place(thread, size);
  return row < rows && column < width
    ? row * width + from + column
    : null;
}
