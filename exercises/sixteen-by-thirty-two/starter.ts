/** Floats of the tile in shared memory. */
export const elements = 512;

/** The element of `tile` that holds this element. */
export function offset(row: number, column: number): number {
  return row * 32 + column;
}
