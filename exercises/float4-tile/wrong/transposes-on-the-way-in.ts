export const pitch = 32;

function firstWord(row: number, vector: number): number {
  return (vector * pitch + row) * 4;
}
