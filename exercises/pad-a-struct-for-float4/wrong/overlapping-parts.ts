export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  part: number,
): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < count ? item * stride + part * 3 : null;
}
