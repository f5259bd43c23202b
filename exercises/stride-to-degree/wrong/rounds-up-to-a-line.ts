export function pitch(size: { columns: number; slant: number }): number {
  return Math.ceil(size.columns / 32) * 32;
}
