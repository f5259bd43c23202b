/**
 * The element of `particles` that holds a field (0 to 5)
 * of an item, however many items there are.
 */
export function address(item: number, field: number): number {
  return item;
}
