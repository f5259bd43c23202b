export function angle(
  thread: Thread,
  size: Size,
): number | null {
  const { tokens } = size;
  const pair = pairOf(thread, size);
  return pair && (pair.row % tokens) * pair.half + pair.place;
}
