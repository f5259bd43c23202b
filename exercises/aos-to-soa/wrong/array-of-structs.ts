export function address(item: number, field: number): number {
  return item * 4 + field;
}
