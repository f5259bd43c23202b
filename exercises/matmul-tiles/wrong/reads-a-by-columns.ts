export function readA(
  { threadIdx, blockIdx }: Thread,
  { rows, inner }: Size,
  step: number,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.x;
  const column = step * TILE + threadIdx.y;
  return element(row, column, rows, inner);
}
