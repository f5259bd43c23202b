/** Halves of the tile in shared memory. */
export const elements = 2048;

/** The half of `tile` that holds this element. */
export function offset(row: number, column: number): number {
  return row * 64 + column;
}
