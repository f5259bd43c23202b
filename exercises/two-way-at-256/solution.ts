/**
 * A row is 256 bytes: its number begins at bit 8 of the byte
 * address, and the three bits from there on move its pieces.
 */
export function offset(row: number, column: number): number {
  return row * 128 + (column ^ (8 * (row % 8)));
}
