function vector({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

export function read(
  thread: Thread,
  { tokens, heads, headDim }: Size,
): number | null {
  const token = vector(thread) % tokens;
  const chunk = Math.floor(vector(thread) / tokens);
  return 8 * chunk < heads * headDim
    ? token * heads * headDim + 8 * chunk
    : null;
}

export function write(
  thread: Thread,
  { tokens, heads, headDim, slots }: Size,
): number | null {
  const token = vector(thread) % tokens;
  const chunk = Math.floor(vector(thread) / tokens);
  return 8 * chunk < heads * headDim && slots[token] >= 0
    ? slots[token] * heads * headDim + 8 * chunk
    : null;
}
