export const mode = 2;

/** TMA's formula, on the byte address. */
export const offset = (row: number, column: number): number => {
  const address = (row << 6) | (column << 1);
  return (address ^ (((address >> 7) & 3) << 4)) >> 1;
};
