export function vector({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, part: number): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < size.count ? item * stride + part * 3 : null;
}
