export const words = 32 * 33;

export function word(row: number, column: number): number {
  return row * 33 + column;
}
