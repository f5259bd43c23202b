export const mode = 2;

/**
 * TMA XORs bits 4 and 5 of the byte address with bits 7 and 8:
 * with 64 bytes a row, these are row >> 1.
 */
export function offset(row: number, column: number): number {
  return row * 32 + (column ^ (8 * ((row >> 1) & 3)));
}
