export const words = 32 * 32;

/** Each row keeps its 32 words, in an order of its own: no two rows hold a column in the same bank. */
export function word(row: number, column: number): number {
  return row * 32 + (column ^ row);
}
