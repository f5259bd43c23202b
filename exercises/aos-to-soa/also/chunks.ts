const CHUNK = 32;

/** 32 items together, field after field; the last chunk is as wide as there are items left. */
export function address(item: number, field: number, count: number): number {
  const first = item - (item % CHUNK);
  const width = Math.min(CHUNK, count - first);
  return first * 4 + field * width + (item - first);
}
