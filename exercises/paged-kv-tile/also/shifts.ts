type Size = { tiles: number; table: readonly number[] };

/** The same with shifts: a page is 1,024 halves. */
export const source = (
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number => {
  const entry = (blockIdx.x << 2) + (row >> 4);
  return (table[entry] << 10) + ((row & 15) << 6) + column;
};

/** Rotation instead of XOR. */
export const offset = (row: number, column: number): number =>
  64 * row + ((column + 8 * row) % 64);
