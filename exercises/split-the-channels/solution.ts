type Recording = { frames: number; channels: number };

/** The warp walks along the input: eight frames of four channels, for example. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: Recording): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.frames * size.channels ? i : null;
}

/** Its stores split into one run per channel, and a run of eight floats is a whole sector. */
export function write(thread: Thread, size: Recording): number | null {
  const i = read(thread, size);
  if (i === null) return null;
  const channel = i % size.channels;
  const frame = (i - channel) / size.channels;
  return channel * size.frames + frame;
}
