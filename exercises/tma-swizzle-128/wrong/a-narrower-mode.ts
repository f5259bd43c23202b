export const mode = 2;

export function offset(row: number, column: number): number {
  const plain = 192 + row * 64 + column;
  return plain ^ (((plain >> 6) & 3) << 3);
}
