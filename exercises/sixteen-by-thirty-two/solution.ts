export const elements = 16 * 32;

/**
 * A warp reads two columns of 16. Twice the row leaves the
 * lowest bit of the column alone: one has the even banks, the
 * other one the odd ones.
 */
export function offset(row: number, column: number): number {
  return row * 32 + (column ^ (2 * row));
}
