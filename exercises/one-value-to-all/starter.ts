// out[value] = in[value] + biases[bias]

type Size = { channels: number; pixels: number };

/** The value this thread adds a bias to, or null. */
export function value(
  { threadIdx, blockIdx, blockDim }: Thread,
  { channels, pixels }: Size,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const channel = t % channels;
  const pixel = Math.floor(t / channels);
  return pixel < pixels ? channel * pixels + pixel : null;
}

/** The element of `biases` that it adds, or null. */
export function bias(
  { threadIdx, blockIdx, blockDim }: Thread,
  { channels, pixels }: Size,
): number | null {
  return 0;
}
