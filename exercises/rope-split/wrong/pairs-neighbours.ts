export function low(thread: Thread, size: Queries): number | null {
  const pair = pairOf(thread, size);
  return pair && pair.row * size.headDim + 2 * pair.place;
}

export function high(thread: Thread, size: Queries): number | null {
  const pair = pairOf(thread, size);
  return pair && pair.row * size.headDim + 2 * pair.place + 1;
}
