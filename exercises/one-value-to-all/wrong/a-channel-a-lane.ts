export function value({ threadIdx, blockIdx, blockDim }: Thread, size: { channels: number; pixels: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const channel = t % size.channels;
  const pixel = Math.floor(t / size.channels);
  return pixel < size.pixels ? channel * size.pixels + pixel : null;
}
