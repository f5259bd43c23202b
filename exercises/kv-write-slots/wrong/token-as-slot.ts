export function write(
  thread: Thread,
  { tokens, heads, headDim, slots }: Size,
): number | null {
  const tokenElements = heads * headDim;
  const token = Math.floor(place(thread) / tokenElements);
  if (token >= tokens || slots[token] < 0) return null;
  return place(thread);
}
