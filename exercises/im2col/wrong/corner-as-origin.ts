export function read(
  thread: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const { blockIdx } = thread;
  const pixel = pixelOf(thread);
  const y = Math.floor(pixel / width) + Math.floor(tap / SIDE);
  const x = (pixel % width) + (tap % SIDE);
  const isInside = y >= 0 && y < height && x >= 0 && x < width;
  return isInside
    ? (blockIdx.y * height + y) * width + x
    : null;
}
