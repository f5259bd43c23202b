/** Words from one row of the tile to the next. */
export const pitch = 33;

/** The first of the four words of a vector (0 to 7) of a row. */
function word(row: number, vector: number): number | null {
  return row * pitch + vector * 4;
}

// Vectors are stored there, and loaded from there.
export const toTile = word;
export const fromTile = word;
