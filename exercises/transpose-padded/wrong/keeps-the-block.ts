export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
