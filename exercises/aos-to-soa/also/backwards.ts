/**
 * The fields in reverse, and the items as well: a warp's 32
 * floats are still side by side.
 */
export function address(
  item: number,
  field: number,
  count: number,
): number {
  return (4 - field) * count - 1 - item;
}
