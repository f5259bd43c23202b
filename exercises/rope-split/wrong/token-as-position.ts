export function angle(thread: Thread, size: Queries): number | null {
  const pair = pairOf(thread, size);
  return pair && (pair.row % size.tokens) * pair.half + pair.place;
}
