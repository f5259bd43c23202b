export function source(
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number {
  const page = table[blockIdx.x];
  return (page * 16 + row) * 64 + column;
}
