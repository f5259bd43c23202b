export const mode = 0;

export function offset(row: number, column: number): number {
  return 192 + row * 64 + column;
}
