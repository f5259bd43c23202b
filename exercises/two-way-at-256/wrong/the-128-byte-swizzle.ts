export function offset(row: number, column: number): number {
  const plain = row * 128 + column;
  return plain ^ (((plain >> 6) & 7) << 3);
}
