/** Words of shared memory of a block, for both tiles. */
export const words = 2048;

/**
 * The word of an element of the left tile: stored along
 * rows, loaded down columns.
 */
export function leftWord(
  row: number,
  column: number,
): number | null {
  return row * 32 + column;
}

/**
 * The word of an element of the right tile: stored and
 * loaded along rows.
 */
export function rightWord(
  row: number,
  column: number,
): number | null {
  return row * 32 + column;
}
