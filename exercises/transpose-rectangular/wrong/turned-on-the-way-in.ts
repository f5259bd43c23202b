const PITCH = TILE_ROWS;

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x * PITCH + threadIdx.y + 4 * pass;
}

export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  const place = turned(threadIdx, pass);
  return place.row * PITCH + place.column;
}
