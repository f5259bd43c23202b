export const words = 2 * 32 * 32;

export function leftWord(row: number, column: number): number {
  return column * 32 + row;
}

export function rightWord(row: number, column: number): number {
  return 32 * 32 + column * 32 + row;
}
