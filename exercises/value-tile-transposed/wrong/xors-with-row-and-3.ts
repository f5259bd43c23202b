export function offset(row: number, column: number): number {
  return row * 96 + (column ^ (8 * (row & 3)));
}
