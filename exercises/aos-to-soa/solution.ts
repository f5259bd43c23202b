/**
 * One array per field, `count` elements long: neighbouring
 * items are neighbours in each of them.
 */
export function address(
  item: number,
  field: number,
  count: number,
): number {
  return field * count + item;
}
