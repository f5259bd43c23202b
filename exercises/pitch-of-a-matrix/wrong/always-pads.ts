export function pitch(columns: number): number {
  return columns + 8 - (columns % 8);
}
