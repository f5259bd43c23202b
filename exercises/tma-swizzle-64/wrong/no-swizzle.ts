export const mode = 0;

export function offset(row: number, column: number): number {
  return column + row * 32;
}
