export function offset(row: number, column: number): number {
  return 192 + row * 64 + (column ^ (8 * (row % 8)));
}
