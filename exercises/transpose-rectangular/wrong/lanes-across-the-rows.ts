export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (threadIdx.y + 4 * pass) * PITCH + threadIdx.x;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * TILE_COLUMNS + threadIdx.x;
  const column =
    blockIdx.y * TILE_ROWS + threadIdx.y + 4 * pass;
  return row < columns && column < rows
    ? (blockIdx.z * columns + row) * rows + column
    : null;
}
