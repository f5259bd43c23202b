export function read(
  thread: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const { blockIdx } = thread;
  const pixel = pixelOf(thread);
  const y = Math.min(
    Math.max(
      Math.floor(pixel / width) + Math.floor(tap / SIDE) - 1,
      0,
    ),
    height - 1,
  );
  const x = Math.min(
    Math.max((pixel % width) + (tap % SIDE) - 1, 0),
    width - 1,
  );
  return (blockIdx.y * height + y) * width + x;
}
