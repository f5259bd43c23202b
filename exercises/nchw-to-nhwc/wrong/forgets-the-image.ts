export function read(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const pixel = blockIdx.x * TILE + threadIdx.x;
  const channel = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < channels
    ? channel * pixels + pixel
    : null;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < channels
    ? pixel * channels + channel
    : null;
}
