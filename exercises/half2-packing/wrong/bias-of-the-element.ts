export function biasPair(thread: Thread, size: Matrix): number | null {
  const found = place(thread, size);
  return found && found.row * size.columns + found.column;
}
