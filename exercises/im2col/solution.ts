type Size = {
  channels: number;
  height: number;
  width: number;
};

const SIDE = 3;
const TAPS = SIDE * SIDE;

/**
 * One thread per pixel: neighbouring lanes see neighbouring
 * pixels, whichever tap it is.
 */
const pixelOf = ({ threadIdx, blockIdx, blockDim }: Thread) =>
  blockIdx.x * blockDim.x + threadIdx.x;

export function read(
  thread: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const { blockIdx } = thread;
  const pixel = pixelOf(thread);
  const y =
    Math.floor(pixel / width) + Math.floor(tap / SIDE) - 1;
  const x = (pixel % width) + (tap % SIDE) - 1;
  const isInside = y >= 0 && y < height && x >= 0 && x < width;
  return isInside
    ? (blockIdx.y * height + y) * width + x
    : null;
}

export function write(
  thread: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const { blockIdx } = thread;
  const pixels = height * width;
  const pixel = pixelOf(thread);
  return pixel < pixels
    ? (blockIdx.y * TAPS + tap) * pixels + pixel
    : null;
}
