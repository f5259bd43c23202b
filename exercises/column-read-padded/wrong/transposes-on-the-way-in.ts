export const pitch = 32;

function word(row: number, column: number): number {
  return column * pitch + row;
}
