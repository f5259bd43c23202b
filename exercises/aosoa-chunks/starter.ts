/** The element of `particles` that holds field `field` (0 to 5) of item `item`, however many items there are. */
export function address(item: number, field: number): number {
  return item;
}
