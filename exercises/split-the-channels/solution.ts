type Size = { frames: number; channels: number };

/**
 * The warp walks along the input: eight frames of four
 * channels, for example.
 */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { frames, channels }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < frames * channels ? i : null;
}

/**
 * Its stores split into one run per channel, and a run of
 * eight floats is a whole sector.
 */
export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { frames, channels } = size;
  const i = read(thread, size);
  if (i === null) return null;
  const channel = i % channels;
  const frame = (i - channel) / channels;
  return channel * frames + frame;
}
