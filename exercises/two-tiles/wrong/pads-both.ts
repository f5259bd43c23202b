export const words = 2 * 32 * 33;

export function leftWord(row: number, column: number): number {
  return row * 33 + column;
}

export function rightWord(row: number, column: number): number {
  return 32 * 33 + row * 33 + column;
}
