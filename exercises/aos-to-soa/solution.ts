/** An array for each field, `count` long: neighbouring items are neighbours in each of them. */
export function address(item: number, field: number, count: number): number {
  return field * count + item;
}
