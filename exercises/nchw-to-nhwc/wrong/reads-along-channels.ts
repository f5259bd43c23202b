export function read(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < channels
    ? (blockIdx.z * channels + channel) * pixels + pixel
    : null;
}

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
  return threadIdx.x * TILE + threadIdx.y + ROWS * pass;
}
