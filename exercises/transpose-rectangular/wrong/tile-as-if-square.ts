export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const place = turned(threadIdx, pass);
  const row = blockIdx.x * TILE_ROWS + place.row;
  const column = blockIdx.y * TILE_COLUMNS + place.column;
  return row < columns && column < rows
    ? (blockIdx.z * columns + row) * rows + column
    : null;
}
