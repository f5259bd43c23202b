export function offset(row: number, column: number): number {
  return row * 64 + (column ^ (((row >> 1) & 3) * 8));
}
