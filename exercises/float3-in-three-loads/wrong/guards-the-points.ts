export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  pass: number,
): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  const index =
    blockIdx.x * blockDim.x * 3 +
    pass * blockDim.x +
    threadIdx.x;
  return item < count ? index : null;
}
