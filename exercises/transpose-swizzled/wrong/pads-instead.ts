export const words = TILE * (TILE + 1);

function word(row: number, column: number): number {
  return row * (TILE + 1) + column;
}
