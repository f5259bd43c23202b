export function offset(row: number, column: number): number {
  const plain = 192 + row * 64 + column;
  return plain ^ (((plain >> 7) & 7) << 3);
}
