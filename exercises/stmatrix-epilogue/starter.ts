/** The half of `tile` that holds this element. */
export function offset(row: number, column: number): number {
  return row * 32 + column;
}
