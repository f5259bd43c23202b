export function offset(row: number, column: number): number {
  return row * 64 + (column ^ (8 * (row >> 4)));
}
