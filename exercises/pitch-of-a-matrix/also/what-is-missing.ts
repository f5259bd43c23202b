/**
 * -columns modulo 8 is what's missing from the last sector of
 * a row.
 */
export function pitch(columns: number): number {
  const missing = (8 - (columns % 8)) % 8;
  return columns + missing;
}
