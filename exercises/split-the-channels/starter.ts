/** Which element of `in` this thread reads; null when it has nothing to do. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { frames: number; channels: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const frame = i % size.frames;
  const channel = Math.floor(i / size.frames);
  return channel < size.channels ? frame * size.channels + channel : null;
}

/** Which element of `out` this thread writes; null when it has nothing to do. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { frames: number; channels: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.frames * size.channels ? i : null;
}
