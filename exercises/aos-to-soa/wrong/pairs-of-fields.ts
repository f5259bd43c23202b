export function address(
  item: number,
  field: number,
  count: number,
): number {
  const pair = field >> 1;
  return pair * 2 * count + item * 2 + (field & 1);
}
