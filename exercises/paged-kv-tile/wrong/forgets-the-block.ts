export function source(
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number {
  const page = table[Math.floor(row / 16)];
  return (page * 16 + (row % 16)) * 64 + column;
}
