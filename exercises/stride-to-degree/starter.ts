type Size = { columns: number; slant: number };

/**
 * Words from one row of the tile to the next: `columns` of
 * them hold data.
 */
export function pitch({ columns, slant }: Size): number | null {
  return columns;
}
