export const mode = 3;

/** The tile begins at byte 384, in row 3 of 128 bytes. */
export function offset(row: number, column: number): number {
  return 192 + row * 64 + (column ^ (8 * ((row + 3) % 8)));
}
