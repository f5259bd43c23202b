export function source(
  { blockIdx }: Thread,
  { table }: Size,
  row: number,
  column: number,
): number {
  const token = blockIdx.x * 64 + row;
  return token * 64 + column;
}
