export function toTile(
  { threadIdx, blockDim }: Thread,
  size: Size,
  pass: number,
): number {
  const place = pass * blockDim.x + threadIdx.x;
  const item = Math.floor(place / 3);
  return item * 4 + (place % 3);
}

export function fromTile(
  { threadIdx, blockDim }: Thread,
  size: Size,
  component: number,
): number {
  return threadIdx.x * 4 + component;
}
