export function offset(row: number, column: number): number {
  return (column / 8) * 256 + row * 8;
}
