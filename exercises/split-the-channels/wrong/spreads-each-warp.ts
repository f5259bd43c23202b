export function read(
  { threadIdx, blockIdx, gridDim }: Thread,
  { frames, channels }: Size,
): number | null {
  const i = threadIdx.x * gridDim.x + blockIdx.x;
  return i < frames * channels ? i : null;
}
