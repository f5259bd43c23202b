export const elements = 2048;

/** Each row is rotated by its number of pieces. */
export const offset = (row: number, column: number): number =>
  64 * row + ((column + 8 * row) % 64);
