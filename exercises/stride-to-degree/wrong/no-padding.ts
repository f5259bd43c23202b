export function pitch(size: { columns: number; slant: number }): number {
  return size.columns;
}
