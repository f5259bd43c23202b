export function angle(
  thread: Thread,
  size: Size,
): number | null {
  const { headDim, start } = size;
  const index = element(thread, size);
  if (index === null) return null;
  const position = start + Math.floor(index / headDim);
  return position * headDim + (index % headDim);
}
