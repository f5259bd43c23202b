export function address(item: number, field: number): number {
  return item * 8 + field;
}
