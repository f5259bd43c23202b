/**
 * The element of `particles` that holds a field (0 to 7,
 * 0 is x) of an item, where there are `count` items.
 */
export function address(
  item: number,
  field: number,
  count: number,
): number {
  return item * 8 + field;
}
