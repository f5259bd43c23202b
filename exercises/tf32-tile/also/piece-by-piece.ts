/** Piece and place in the piece, one by one. */
export const offset = (row: number, column: number): number =>
  (row << 5) |
  ((((column >> 2) + row) & 7) << 2) |
  (column & 3);
