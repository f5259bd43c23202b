export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x * PITCH + threadIdx.y;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
