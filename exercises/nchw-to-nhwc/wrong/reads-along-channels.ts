export function read({ threadIdx, blockIdx }: Thread, size: Images, pass: number): number | null {
  const pixels = size.height * size.width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < size.channels ? (blockIdx.z * size.channels + channel) * pixels + pixel : null;
}

export function toTile({ threadIdx }: Thread, size: Images, pass: number): number {
  return threadIdx.x * TILE + threadIdx.y + ROWS * pass;
}

export function fromTile({ threadIdx }: Thread, size: Images, pass: number): number {
  return threadIdx.x * TILE + threadIdx.y + ROWS * pass;
}
