type Image = { channels: number; height: number; width: number };

const SIDE = 3;
const TAPS = SIDE * SIDE;

/** One thread per pixel: neighbouring lanes see neighbouring pixels, whichever tap it is. */
const pixelOf = ({ threadIdx, blockIdx, blockDim }: Thread) => blockIdx.x * blockDim.x + threadIdx.x;

export function read(thread: Thread, { height, width }: Image, tap: number): number | null {
  const pixel = pixelOf(thread);
  const y = Math.floor(pixel / width) + Math.floor(tap / SIDE) - 1;
  const x = (pixel % width) + (tap % SIDE) - 1;
  const isInside = y >= 0 && y < height && x >= 0 && x < width;
  return isInside ? (thread.blockIdx.y * height + y) * width + x : null;
}

export function write(thread: Thread, { height, width }: Image, tap: number): number | null {
  const pixels = height * width;
  const pixel = pixelOf(thread);
  return pixel < pixels ? (thread.blockIdx.y * TAPS + tap) * pixels + pixel : null;
}
