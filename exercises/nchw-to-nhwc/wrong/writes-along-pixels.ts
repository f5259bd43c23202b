export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (threadIdx.y + ROWS * pass) * PITCH + threadIdx.x;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const pixel = blockIdx.x * TILE + threadIdx.x;
  const channel = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < channels
    ? (blockIdx.z * pixels + pixel) * channels + channel
    : null;
}
