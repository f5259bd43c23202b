/**
 * Two tiles of 64 columns, one after the other, each with the
 * 128-byte swizzle.
 */
export const offset = (row: number, column: number): number => {
  const plain =
    ((column >> 6) << 10) | (row << 6) | (column & 63);
  return plain ^ (((plain >> 6) & 7) << 3);
};
