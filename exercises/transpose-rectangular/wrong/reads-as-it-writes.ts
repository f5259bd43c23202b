export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const place = turned(threadIdx, pass);
  const row = blockIdx.y * TILE_ROWS + place.column;
  const column = blockIdx.x * TILE_COLUMNS + place.row;
  return row < rows && column < columns
    ? (blockIdx.z * rows + row) * columns + column
    : null;
}

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  const place = turned(threadIdx, pass);
  return place.column * PITCH + place.row;
}
