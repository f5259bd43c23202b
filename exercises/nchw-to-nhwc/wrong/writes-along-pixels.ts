export function fromTile({ threadIdx }: Thread, size: Images, pass: number): number {
  return (threadIdx.y + ROWS * pass) * PITCH + threadIdx.x;
}

export function write({ threadIdx, blockIdx }: Thread, size: Images, pass: number): number | null {
  const pixels = size.height * size.width;
  const pixel = blockIdx.x * TILE + threadIdx.x;
  const channel = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < size.channels ? (blockIdx.z * pixels + pixel) * size.channels + channel : null;
}
