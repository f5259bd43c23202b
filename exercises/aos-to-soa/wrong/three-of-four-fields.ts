export function address(item: number, field: number): number {
  return item * 3 + field;
}
