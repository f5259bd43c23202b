export const elements = 16 * 33;

export function offset(row: number, column: number): number {
  return row * 33 + column;
}
