export function offset(
  stage: number,
  row: number,
  column: number,
): number {
  return stage * 1024 + (column / 8) * 128 + row * 8;
}
