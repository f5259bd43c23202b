export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < rows && column < columns
    ? row * rows + column
    : null;
}
