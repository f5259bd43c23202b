export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { frames: number; channels: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.frames * size.channels ? i : null;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { frames: number; channels: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const channel = i % size.frames;
  const frame = Math.floor(i / size.frames);
  return i < size.frames * size.channels ? channel * size.channels + frame : null;
}
