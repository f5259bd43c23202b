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
  const neighbour = y * width + x;
  return neighbour >= 0 && neighbour < height * width
    ? blockIdx.y * height * width + neighbour
    : null;
}
