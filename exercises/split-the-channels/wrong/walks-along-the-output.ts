export function read({ threadIdx, blockIdx, blockDim }: Thread, size: Recording): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const frame = i % size.frames;
  const channel = Math.floor(i / size.frames);
  return channel < size.channels ? frame * size.channels + channel : null;
}
