export function offset(
  stage: number,
  row: number,
  column: number,
): number {
  return stage * 512 + row * 64 + (column ^ (8 * (row % 8)));
}
