// out[value] = in[value] + biases[bias]

/** The value of the image that this thread reads, and writes with the bias added; null when there is none. */
export function value({ threadIdx, blockIdx, blockDim }: Thread, size: { channels: number; pixels: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const channel = t % size.channels;
  const pixel = Math.floor(t / size.channels);
  return pixel < size.pixels ? channel * size.pixels + pixel : null;
}

/** The element of `biases` that it adds; null when there is none. */
export function bias({ threadIdx, blockIdx, blockDim }: Thread, size: { channels: number; pixels: number }): number | null {
  return 0;
}
