export function word(row: number, column: number): number {
  return row * 32 + (column ^ (row >> 1));
}
