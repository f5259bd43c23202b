export function offset(row: number, column: number): number {
  return row * 34 + column;
}
