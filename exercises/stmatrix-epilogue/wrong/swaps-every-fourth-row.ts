export function offset(row: number, column: number): number {
  return row * 32 + ((column / 8) ^ ((row >> 2) & 3)) * 8;
}
