export function biasPair(
  thread: Thread,
  size: Size,
): number | null {
  const found = place(thread, size);
  return found && found.column / HALVES_PER_LANE;
}
