export function address(item: number, field: number): number {
  return field === 0 ? item : item * 7 + (field - 1);
}
