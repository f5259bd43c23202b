export const elements = 2048;

/**
 * The same, on the address: bits 3 to 5 of the offset are XORed
 * with bits 6 to 8.
 */
export const offset = (row: number, column: number): number => {
  const plain = (row << 6) | column;
  return plain ^ ((plain >> 3) & 0x38);
};
