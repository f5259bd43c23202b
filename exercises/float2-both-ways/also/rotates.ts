/** Each row is rotated by its number of pairs. */
export const offset = (row: number, column: number): number =>
  32 * row + ((column + 2 * row) % 32);
