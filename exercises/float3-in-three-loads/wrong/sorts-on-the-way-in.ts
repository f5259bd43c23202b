export function toTile(
  { threadIdx, blockDim }: Thread,
  size: Size,
  pass: number,
): number {
  const place = pass * blockDim.x + threadIdx.x;
  const item = Math.floor(place / 3);
  return (place % 3) * blockDim.x + item;
}

export function fromTile(
  { threadIdx, blockDim }: Thread,
  size: Size,
  component: number,
): number {
  return component * blockDim.x + threadIdx.x;
}
