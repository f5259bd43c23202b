/** Each group of four pieces is permuted by itself. */
export const offset = (row: number, column: number): number => {
  const piece = column >> 3;
  const moved = (piece & ~3) | ((piece & 3) ^ ((row & 6) >> 1));
  return 96 * row + 8 * moved;
};
