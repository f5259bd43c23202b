export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (threadIdx.y + 8 * pass) * 32 + threadIdx.x;
}
