export const words = 32 * 32;

/**
 * Each row keeps its 32 words, in its own order: no two rows
 * hold the same column in the same bank.
 */
export function word(row: number, column: number): number {
  return row * 32 + (column ^ row);
}
