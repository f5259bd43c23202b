export const elements = 32 * 64;

/**
 * Piece p of a row goes where piece p ^ (row % 8) would be:
 * eight rows keep the same piece in eight different places.
 */
export function offset(row: number, column: number): number {
  const piece = (column / 8) ^ (row % 8);
  return row * 64 + piece * 8;
}
