export function pitch(columns: number): number {
  return Math.ceil(columns / 4) * 4;
}
