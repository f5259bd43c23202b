type Size = { tiles: number; table: readonly number[] };

/** The element of `in` that belongs in this place. */
export function source(
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number {
  return (blockIdx.x * 64 + row) * 64 + column;
}

/** The half of `tile` that holds this element. */
export function offset(row: number, column: number): number {
  return row * 64 + column;
}
