export function offset(row: number, column: number): number {
  return row * 32 + (column ^ (2 * (row % 8)));
}
