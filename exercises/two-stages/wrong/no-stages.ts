export function offset(
  _stage: number,
  row: number,
  column: number,
): number {
  return row * 64 + column;
}
