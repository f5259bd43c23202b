export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.y * TILE_ROWS + threadIdx.y + 4 * pass;
  const column = blockIdx.x * TILE_COLUMNS + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const place = turned(threadIdx, pass);
  const row = blockIdx.x * TILE_COLUMNS + place.row;
  const column = blockIdx.y * TILE_ROWS + place.column;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
