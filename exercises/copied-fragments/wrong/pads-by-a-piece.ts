export const elements = 32 * 72;

export function offset(row: number, column: number): number {
  return row * 72 + column;
}
