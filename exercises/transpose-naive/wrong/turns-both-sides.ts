export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { rows } = size;
  const found = place(thread, size);
  return found && found.column * rows + found.row;
}
