export const elements = 16 * 34;

export function offset(row: number, column: number): number {
  return row * 34 + column;
}
