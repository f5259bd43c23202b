export function offset(row: number, column: number): number {
  const plain = row * 32 + column;
  return plain ^ (((plain >> 7) & 3) << 4);
}
