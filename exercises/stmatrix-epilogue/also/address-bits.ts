/** TMA's 64-byte swizzle, in halves. */
export const offset = (row: number, column: number): number => {
  const plain = (row << 5) | column;
  return plain ^ ((plain >> 3) & 0x18);
};
