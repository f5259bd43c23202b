export function offset(row: number, column: number): number {
  return column * 16 + row;
}
