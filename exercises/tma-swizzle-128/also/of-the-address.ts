export const mode = 3;

/** TMA's formula, on the byte address. */
export const offset = (row: number, column: number): number => {
  const address = 384 + (row << 7) + (column << 1);
  return (address ^ (((address >> 7) & 7) << 4)) >> 1;
};
