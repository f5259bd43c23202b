export function pitch(columns: number): number {
  return Math.floor(columns / 8) * 8;
}
