export function low(thread: Thread, size: Size): number | null {
  const { headDim } = size;
  const pair = pairOf(thread, size);
  return pair && pair.row * headDim + 2 * pair.place;
}

export function high(
  thread: Thread,
  size: Size,
): number | null {
  const { headDim } = size;
  const pair = pairOf(thread, size);
  return pair && pair.row * headDim + 2 * pair.place + 1;
}
