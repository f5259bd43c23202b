export const elements = 512;

/** Each row is rotated by twice its number. */
export const offset = (row: number, column: number): number =>
  32 * row + ((column + 2 * row) % 32);
