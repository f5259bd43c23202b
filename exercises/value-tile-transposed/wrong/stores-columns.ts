export function offset(row: number, column: number): number {
  return column * 32 + row;
}
