export function offset(row: number, column: number): number {
  return (column >> 6) * 1024 + row * 64 + (column & 63);
}
