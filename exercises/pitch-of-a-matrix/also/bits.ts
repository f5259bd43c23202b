export function pitch(columns: number): number {
  return (columns + 7) & ~7;
}
