type Size = { tiles: number; table: readonly number[] };

/** The table has an entry for every 16 tokens. */
export function source(
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number {
  const token = blockIdx.x * 64 + row;
  const page = table[Math.floor(token / 16)];
  return (page * 16 + (token % 16)) * 64 + column;
}

/** Pages or not: eight rows of 128 bytes, eight arrangements. */
export function offset(row: number, column: number): number {
  return row * 64 + (column ^ (8 * (row % 8)));
}
