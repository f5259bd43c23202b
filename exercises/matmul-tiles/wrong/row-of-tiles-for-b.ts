export function readB(
  { threadIdx, blockIdx }: Thread,
  { columns, inner }: Size,
  step: number,
): number | null {
  const row = step * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return element(row, column, inner, columns);
}
