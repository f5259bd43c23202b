export function value(
  { threadIdx, blockIdx, blockDim }: Thread,
  { channels, pixels }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const channel = t % channels;
  const pixel = Math.floor(t / channels);
  return pixel < pixels ? channel * pixels + pixel : null;
}
