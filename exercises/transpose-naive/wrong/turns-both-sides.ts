export function read(thread: Thread, size: Matrix): number | null {
  const found = place(thread, size);
  return found && found.column * size.rows + found.row;
}
