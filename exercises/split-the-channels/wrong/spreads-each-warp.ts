export function read({ threadIdx, blockIdx, gridDim }: Thread, size: { frames: number; channels: number }): number | null {
  const i = threadIdx.x * gridDim.x + blockIdx.x;
  return i < size.frames * size.channels ? i : null;
}

export function write({ threadIdx, blockIdx, gridDim }: Thread, size: { frames: number; channels: number }): number | null {
  const i = threadIdx.x * gridDim.x + blockIdx.x;
  const channel = i % size.channels;
  const frame = Math.floor(i / size.channels);
  return i < size.frames * size.channels ? channel * size.frames + frame : null;
}
