export function offset(
  stage: number,
  row: number,
  column: number,
): number {
  const plain = row * 128 + stage * 64 + column;
  return plain ^ (((plain >> 6) & 7) << 3);
}
