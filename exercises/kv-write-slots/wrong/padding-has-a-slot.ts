export function write(
  thread: Thread,
  { tokens, heads, headDim, slots }: Size,
): number | null {
  const token = Math.floor(place(thread) / (heads * headDim));
  if (token >= tokens) return null;
  return (
    slots[token] * heads * headDim +
    (place(thread) % (heads * headDim))
  );
}
