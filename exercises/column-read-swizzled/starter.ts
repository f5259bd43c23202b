/** Words of the tile. */
export const words = 1024;

/** The word of the tile that holds the element in this row and column. */
export function word(row: number, column: number): number | null {
  return row * 32 + column;
}
