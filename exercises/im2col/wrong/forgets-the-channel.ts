export function write(thread: Thread, { height, width }: Image, tap: number): number | null {
  const pixels = height * width;
  const pixel = pixelOf(thread);
  return pixel < pixels ? tap * pixels + pixel : null;
}
