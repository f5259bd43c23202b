/**
 * Two rows fill the 32 banks once, so two neighbouring rows
 * may keep their pieces in the same order.
 */
export function offset(row: number, column: number): number {
  const piece = (column / 8) ^ ((row >> 1) & 3);
  return row * 32 + piece * 8;
}
