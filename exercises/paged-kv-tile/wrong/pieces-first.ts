export function offset(row: number, column: number): number {
  return (column / 8) * 512 + row * 8;
}
