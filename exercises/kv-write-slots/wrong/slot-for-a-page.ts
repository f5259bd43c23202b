export function write(
  thread: Thread,
  { tokens, heads, headDim, slots }: Size,
): number | null {
  const token = Math.floor(place(thread) / (heads * headDim));
  if (token >= tokens || slots[token] < 0) return null;
  return (
    slots[token] * 16 * heads * headDim +
    (place(thread) % (heads * headDim))
  );
}
