export function offset(row: number, column: number): number {
  return (row ^ column) * 32 + column;
}
