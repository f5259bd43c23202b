export const words = 1024;

/**
 * Each row is rotated by its own number; the tile is stored
 * column by column.
 */
export const word = (row: number, column: number): number =>
  32 * column + ((row + 32 - column) % 32);
