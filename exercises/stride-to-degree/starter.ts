/** Words from one row of the tile to the next: size.columns of them hold data. */
export function pitch(size: { columns: number; slant: number }): number | null {
  return size.columns;
}
