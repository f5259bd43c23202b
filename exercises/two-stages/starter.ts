/** The half of `tile` that holds this element of a stage. */
export function offset(
  stage: number,
  row: number,
  column: number,
): number {
  return row * 64 + column;
}
