export function word(row: number, column: number): number {
  return column + row * 32;
}
