export function address(item: number, field: number): number {
  return field * 4 + item;
}
