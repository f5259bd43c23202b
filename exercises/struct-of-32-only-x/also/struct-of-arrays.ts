/** One array per field, x like all the others. */
export function address(
  item: number,
  field: number,
  count: number,
): number {
  return item + count * field;
}
