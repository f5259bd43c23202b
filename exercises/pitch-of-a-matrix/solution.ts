const FLOATS_PER_SECTOR = 8;

/**
 * The columns, rounded up to whole sectors: every row starts
 * where a sector does.
 */
export function pitch(columns: number): number {
  return (
    Math.ceil(columns / FLOATS_PER_SECTOR) * FLOATS_PER_SECTOR
  );
}
