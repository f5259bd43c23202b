export function address(
  item: number,
  field: number,
  count: number,
): number {
  const half = field >> 2;
  return half * 4 * count + item * 4 + (field & 3);
}
