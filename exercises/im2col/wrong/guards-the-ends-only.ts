export function read(thread: Thread, { height, width }: Image, tap: number): number | null {
  const pixel = pixelOf(thread);
  const y = Math.floor(pixel / width) + Math.floor(tap / SIDE) - 1;
  const x = (pixel % width) + (tap % SIDE) - 1;
  const neighbour = y * width + x;
  return neighbour >= 0 && neighbour < height * width ? thread.blockIdx.y * height * width + neighbour : null;
}
