export function write(thread: Thread, size: Matrix): number | null {
  const found = place(thread, size);
  return found && found.column * size.columns + found.row;
}
