type Image = { channels: number; height: number; width: number };

const SIDE = 3;
const TAPS = SIDE * SIDE;

const pixelOf = ({ threadIdx, blockIdx, blockDim }: Thread) => blockIdx.x * blockDim.x + threadIdx.x;

export function read(thread: Thread, { height, width }: Image, tap: number): number | null {
  const pixel = pixelOf(thread);
  const y = Math.min(Math.max(Math.floor(pixel / width) + Math.floor(tap / SIDE) - 1, 0), height - 1);
  const x = Math.min(Math.max((pixel % width) + (tap % SIDE) - 1, 0), width - 1);
  return (thread.blockIdx.y * height + y) * width + x;
}

export function write(thread: Thread, { height, width }: Image, tap: number): number | null {
  const pixels = height * width;
  const pixel = pixelOf(thread);
  return pixel < pixels ? (thread.blockIdx.y * TAPS + tap) * pixels + pixel : null;
}
