type Size = { frames: number; channels: number };

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { frames, channels }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const frame = i % frames;
  const channel = Math.floor(i / frames);
  return channel < channels ? frame * channels + channel : null;
}

/** The element of `out` this thread writes, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { frames, channels }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < frames * channels ? i : null;
}
