export function read(thread: Thread, { height, width }: Image, tap: number): number | null {
  const pixel = pixelOf(thread);
  const y = Math.floor(pixel / width) + Math.floor(tap / SIDE);
  const x = (pixel % width) + (tap % SIDE);
  const isInside = y >= 0 && y < height && x >= 0 && x < width;
  return isInside ? (thread.blockIdx.y * height + y) * width + x : null;
}
