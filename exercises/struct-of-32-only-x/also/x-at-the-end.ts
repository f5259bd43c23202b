/**
 * The structs of seven fields come first; the x values fill
 * what's left.
 */
export function address(
  item: number,
  field: number,
  count: number,
): number {
  const x = 7 * count + item;
  return field > 0 ? item * 7 + field - 1 : x;
}
