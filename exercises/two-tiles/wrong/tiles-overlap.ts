export function rightWord(row: number, column: number): number {
  return TILE * TILE + row * TILE + column;
}
