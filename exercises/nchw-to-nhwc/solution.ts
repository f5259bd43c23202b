type Size = {
  images: number;
  channels: number;
  height: number;
  width: number;
};

const TILE = 32;
/**
 * One spare word moves each row of the tile to the next bank.
 */
const PITCH = TILE + 1;
/**
 * Rows of threads in a block: a pass covers that many rows of
 * the tile.
 */
const ROWS = 8;

/**
 * An image is a matrix of channels × pixels: the warp walks
 * along pixels.
 */
export function read(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const pixel = blockIdx.x * TILE + threadIdx.x;
  const channel = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < channels
    ? (blockIdx.z * channels + channel) * pixels + pixel
    : null;
}

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return (threadIdx.y + ROWS * pass) * PITCH + threadIdx.x;
}

/**
 * Channels and pixels change places: the warp goes down a
 * column of the tile.
 */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x * PITCH + threadIdx.y + ROWS * pass;
}

/**
 * The same image as a matrix of pixels × channels: the warp
 * walks along channels.
 */
export function write(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const channel = blockIdx.y * TILE + threadIdx.x;
  const pixel = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < channels
    ? (blockIdx.z * pixels + pixel) * channels + channel
    : null;
}
