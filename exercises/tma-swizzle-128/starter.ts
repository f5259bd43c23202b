/** Bits that TMA swizzles by. */
export const mode = 3;

/** The half of `tile` at which TMA has put this element. */
export function offset(row: number, column: number): number {
  return 192 + row * 64 + column;
}
