export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * pitch + threadIdx.x;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.x;
  const column = blockIdx.y * TILE + threadIdx.y;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
