export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, pass: number): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  const index = blockIdx.x * blockDim.x * 3 + pass * blockDim.x + threadIdx.x;
  return item < size.count ? index : null;
}
