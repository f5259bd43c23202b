// The left tile comes after the right one, and needs no
// padding.
export const words = 2 * 1024;

export const leftWord = (row: number, column: number): number =>
  1024 | (row << 5) | (row ^ column);
export const rightWord = (
  row: number,
  column: number,
): number => (row << 5) | column;
