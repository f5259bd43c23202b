export function offset(
  stage: number,
  row: number,
  column: number,
): number {
  return row * 64 + (column ^ (8 * (row % 8)) ^ (8 * stage));
}
