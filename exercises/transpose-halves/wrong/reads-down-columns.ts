export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.x + 32 * (pass % 2);
  const column =
    blockIdx.x * TILE + 2 * (threadIdx.y + ROWS * (pass >> 1));
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return at(
    threadIdx.x + 32 * (pass % 2),
    2 * (threadIdx.y + ROWS * (pass >> 1)),
  );
}
