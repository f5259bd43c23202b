/** Words of the tile. */
export const words = 1024;

/** The word of the tile in which the element of this row and column lies. */
export function word(row: number, column: number): number | null {
  return row * 32 + column;
}
