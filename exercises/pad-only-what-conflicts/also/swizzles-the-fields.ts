// No spare words: the fields of a record change places by the
// record's group of four.
export const words = 64 * 8;

export const word = (record: number, field: number): number =>
  (record << 3) | (field ^ ((record >> 2) & 7));
