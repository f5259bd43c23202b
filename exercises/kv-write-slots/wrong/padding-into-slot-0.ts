export function write(
  thread: Thread,
  { tokens, heads, headDim, slots }: Size,
): number | null {
  const token = Math.floor(place(thread) / (heads * headDim));
  if (token >= tokens) return null;
  return (
    Math.max(slots[token], 0) * heads * headDim +
    (place(thread) % (heads * headDim))
  );
}
