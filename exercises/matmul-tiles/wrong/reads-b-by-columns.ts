export function readB(
  { threadIdx, blockIdx }: Thread,
  { columns, inner }: Size,
  step: number,
): number | null {
  const row = step * TILE + threadIdx.x;
  const column = blockIdx.x * TILE + threadIdx.y;
  return element(row, column, inner, columns);
}
