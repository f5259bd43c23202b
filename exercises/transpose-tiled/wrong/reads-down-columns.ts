export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.x;
  const column = blockIdx.x * TILE + threadIdx.y;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * TILE + threadIdx.x;
}
