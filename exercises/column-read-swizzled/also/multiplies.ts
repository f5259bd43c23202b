export const words = 1 << 10;

/**
 * An odd multiple of the row works as well as the row itself.
 */
export const word = (row: number, column: number): number =>
  (row << 5) | (((row * 11) & 31) ^ column);
