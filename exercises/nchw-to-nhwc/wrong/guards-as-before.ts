type Images = { images: number; channels: number; height: number; width: number };

const TILE = 32;
const PITCH = TILE + 1;
const ROWS = 8;

export function read({ threadIdx, blockIdx }: Thread, size: Images, pass: number): number | null {
  const pixels = size.height * size.width;
  const pixel = blockIdx.x * TILE + threadIdx.x;
  const channel = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < size.channels ? (blockIdx.z * size.channels + channel) * pixels + pixel : null;
}

export function toTile({ threadIdx }: Thread, size: Images, pass: number): number {
  return (threadIdx.y + ROWS * pass) * PITCH + threadIdx.x;
}

export function fromTile({ threadIdx }: Thread, size: Images, pass: number): number {
  return threadIdx.x * PITCH + threadIdx.y + ROWS * pass;
}

export function write({ threadIdx, blockIdx }: Thread, size: Images, pass: number): number | null {
  const pixels = size.height * size.width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  const inside = blockIdx.x * TILE + threadIdx.x < pixels && blockIdx.y * TILE + threadIdx.y + ROWS * pass < size.channels;
  return inside ? (blockIdx.z * pixels + pixel) * size.channels + channel : null;
}
