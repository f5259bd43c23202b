/** The element of `tile` that holds this float. */
export function offset(row: number, column: number): number {
  return row * 32 + column;
}
