export function angle(
  thread: Thread,
  size: Size,
): number | null {
  const { heads, headDim } = size;
  const index = element(thread, size);
  if (index === null) return null;
  const position = Math.floor(index / (heads * headDim));
  return position * headDim + (index % headDim);
}
