/**
 * A whole vector of padding: each row begins four banks after
 * the one before, so eight rows cover all 32.
 */
export const pitch = 32 + 4;

function word(row: number, vector: number): number {
  return row * pitch + vector * 4;
}

export const toTile = word;
export const fromTile = word;
