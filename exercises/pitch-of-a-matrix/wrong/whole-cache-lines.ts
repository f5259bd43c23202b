export function pitch(columns: number): number {
  return Math.ceil(columns / 32) * 32;
}
