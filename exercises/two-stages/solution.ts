/**
 * Each stage has its own 1,024 halves, and both have the
 * swizzle of rows with 128 bytes.
 */
export function offset(
  stage: number,
  row: number,
  column: number,
): number {
  return stage * 1024 + row * 64 + (column ^ (8 * (row % 8)));
}
