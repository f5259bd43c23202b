/** A whole vector of padding: each row begins four banks after the one before, so eight rows cover all 32. */
export const pitch = 32 + 4;

function firstWord(row: number, vector: number): number {
  return row * pitch + vector * 4;
}

export function toTile(row: number, vector: number): number {
  return firstWord(row, vector);
}

export function fromTile(row: number, vector: number): number {
  return firstWord(row, vector);
}
