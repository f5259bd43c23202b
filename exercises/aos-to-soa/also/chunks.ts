const CHUNK = 32;

/**
 * 32 items together, field after field; the last chunk is only
 * as wide as the number of items left.
 */
export function address(
  item: number,
  field: number,
  count: number,
): number {
  const first = item - (item % CHUNK);
  const width = Math.min(CHUNK, count - first);
  return first * 4 + field * width + (item - first);
}
