export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x * TILE + threadIdx.y + ROWS * pass;
}

export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (threadIdx.y + ROWS * pass) * TILE + threadIdx.x;
}
