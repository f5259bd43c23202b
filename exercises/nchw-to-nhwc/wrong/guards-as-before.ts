export function write(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  const inside =
    blockIdx.x * TILE + threadIdx.x < pixels &&
    blockIdx.y * TILE + threadIdx.y + ROWS * pass < channels;
  return inside
    ? (blockIdx.z * pixels + pixel) * channels + channel
    : null;
}
