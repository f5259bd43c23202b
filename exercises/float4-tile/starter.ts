/** Words from one row of the tile to the next; 32 of them hold data. */
export const pitch = 33;

/** The first of the four words that this vector (0 to 7) of the row is stored in. */
export function toTile(row: number, vector: number): number | null {
  return row * pitch + vector * 4;
}

/** The first of the four words that it is loaded from. */
export function fromTile(row: number, vector: number): number | null {
  return row * pitch + vector * 4;
}
