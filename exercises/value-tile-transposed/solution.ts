/**
 * A row of 192 bytes shifts the next one by half the banks, so
 * four rows of eight meet. XOR of two bits keeps a piece among
 * the four that it belongs to.
 */
export function offset(row: number, column: number): number {
  return row * 96 + (column ^ (8 * ((row >> 1) & 3)));
}
