export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row =
    blockIdx.y * TILE +
    Math.floor(threadIdx.x / 8) +
    4 * threadIdx.y;
  const column =
    blockIdx.x * TILE + 4 * (threadIdx.x % 8) + pass;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (
    (Math.floor(threadIdx.x / 8) + 4 * threadIdx.y) * PITCH +
    4 * (threadIdx.x % 8) +
    pass
  );
}

export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (
    (4 * (threadIdx.x % 8) + pass) * PITCH +
    Math.floor(threadIdx.x / 8) +
    4 * threadIdx.y
  );
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row =
    blockIdx.x * TILE +
    Math.floor(threadIdx.x / 8) +
    4 * threadIdx.y;
  const column =
    blockIdx.y * TILE + 4 * (threadIdx.x % 8) + pass;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
