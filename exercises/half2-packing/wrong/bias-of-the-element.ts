export function biasPair(
  thread: Thread,
  size: Size,
): number | null {
  const { columns } = size;
  const found = place(thread, size);
  return found && found.row * columns + found.column;
}
