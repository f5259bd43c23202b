export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { frames, channels }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const frame = i % frames;
  const channel = Math.floor(i / frames);
  return channel < channels ? frame * channels + channel : null;
}
