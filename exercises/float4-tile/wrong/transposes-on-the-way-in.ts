export const pitch = 32;

function word(row: number, vector: number): number {
  return (vector * pitch + row) * 4;
}
