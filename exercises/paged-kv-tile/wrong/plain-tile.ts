export function offset(row: number, column: number): number {
  return column + row * 64;
}
