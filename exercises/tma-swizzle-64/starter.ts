/** Bits that TMA swizzles by. */
export const mode = 0;

/** The half of `tile` at which TMA has put this element. */
export function offset(row: number, column: number): number {
  return row * 32 + column;
}
