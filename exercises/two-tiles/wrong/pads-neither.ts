export const words = 2 * 32 * 32;

export function leftWord(row: number, column: number): number {
  return row * 32 + column;
}

export function rightWord(row: number, column: number): number {
  return 32 * 32 + row * 32 + column;
}
