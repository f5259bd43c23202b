/** Words of the tile. */
export const words = 1024;

/** The word that holds this element of the tile. */
export function word(
  row: number,
  column: number,
): number | null {
  return row * 32 + column;
}
