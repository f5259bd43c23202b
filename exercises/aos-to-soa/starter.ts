/** The element of `particles` that holds field `field` (0 to 3) of item `item`, when there are `count` items. */
export function address(item: number, field: number, count: number): number {
  return item;
}
