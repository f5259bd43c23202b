export function offset(row: number, column: number): number {
  return row * 33 + column;
}
