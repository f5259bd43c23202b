// Field after field; each field's 64 words are rotated by four
// more than the field before: eight fields of four records
// fill 32 banks.
export const words = 512;

export const word = (record: number, field: number): number =>
  (field << 6) | ((record + 4 * field) & 63);
