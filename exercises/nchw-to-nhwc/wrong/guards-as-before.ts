export function write({ threadIdx, blockIdx }: Thread, size: Images, pass: number): number | null {
  const pixels = size.height * size.width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  const inside = blockIdx.x * TILE + threadIdx.x < pixels && blockIdx.y * TILE + threadIdx.y + ROWS * pass < size.channels;
  return inside ? (blockIdx.z * pixels + pixel) * size.channels + channel : null;
}
