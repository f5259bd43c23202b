/**
 * The row moves pieces of four floats; in its piece, each float
 * keeps its place.
 */
export function offset(row: number, column: number): number {
  return row * 32 + (column ^ (4 * (row % 8)));
}
