export function write(
  thread: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const pixels = height * width;
  const pixel = pixelOf(thread);
  return pixel < pixels ? tap * pixels + pixel : null;
}
