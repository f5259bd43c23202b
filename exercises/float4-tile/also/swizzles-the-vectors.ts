// Nothing is added: the eight vectors of a row change places
// by the row's low three bits.
export const pitch = 32;

const firstWord = (row: number, vector: number): number =>
  (row << 5) | (((vector ^ row) & 7) << 2);

export { firstWord as toTile, firstWord as fromTile };
