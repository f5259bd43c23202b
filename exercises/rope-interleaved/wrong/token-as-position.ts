export function angle(thread: Thread, size: Queries): number | null {
  const index = element(thread, size);
  if (index === null) return null;
  const position = Math.floor(index / (size.heads * size.headDim));
  return position * size.headDim + (index % size.headDim);
}
