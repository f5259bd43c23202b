export function pitch(columns: number): number {
  return columns;
}
