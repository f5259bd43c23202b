export function offset(
  stage: number,
  row: number,
  column: number,
): number {
  return stage * 1024 + row * 64 + column;
}
