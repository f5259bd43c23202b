/**
 * A row has 16 pairs, and half a warp reads 16 rows: each of
 * them keeps its pairs in an order of its own.
 */
export function offset(row: number, column: number): number {
  return row * 32 + (column ^ (2 * (row % 16)));
}
