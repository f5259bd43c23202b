export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { columns } = size;
  const found = place(thread, size);
  return found && found.column * columns + found.row;
}
