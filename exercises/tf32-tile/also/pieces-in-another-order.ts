/** The pieces of row 0 have another order to begin with. */
export function offset(row: number, column: number): number {
  const piece = column >> 2;
  const turned = ((piece << 1) & 6) | (piece >> 2);
  return row * 32 + (turned ^ (row % 8)) * 4 + (column & 3);
}
