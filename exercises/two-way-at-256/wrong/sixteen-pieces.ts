export function offset(row: number, column: number): number {
  return row * 128 + (column ^ (8 * ((2 * row) % 16)));
}
