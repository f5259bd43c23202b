/** Row r of both stages lie side by side, 256 bytes together. */
export const offset = (
  stage: number,
  row: number,
  column: number,
): number =>
  (row << 7) | (stage << 6) | (column ^ ((row & 7) << 3));
