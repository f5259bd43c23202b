export function source(
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number {
  const token = blockIdx.x * 64 + row;
  const page = table[Math.floor(token / 16)];
  const swizzled = column ^ (8 * (row % 8));
  return (page * 16 + (token % 16)) * 64 + swizzled;
}

export function offset(row: number, column: number): number {
  return row * 64 + column;
}
