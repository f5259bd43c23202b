export function source(
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number {
  const token = blockIdx.x * 64 + row;
  const page = table[token % table.length];
  return (page * 16 + (token % 16)) * 64 + column;
}
