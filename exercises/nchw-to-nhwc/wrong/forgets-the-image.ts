export function read({ threadIdx, blockIdx }: Thread, size: Images, pass: number): number | null {
  const pixels = size.height * size.width;
  const pixel = blockIdx.x * TILE + threadIdx.x;
  const channel = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < size.channels ? channel * pixels + pixel : null;
}

export function write({ threadIdx, blockIdx }: Thread, size: Images, pass: number): number | null {
  const pixels = size.height * size.width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < size.channels ? pixel * size.channels + channel : null;
}
