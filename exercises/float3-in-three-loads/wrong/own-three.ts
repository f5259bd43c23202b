export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, pass: number): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < size.count ? item * 3 + pass : null;
}

export function toTile({ threadIdx, blockDim }: Thread, size: { count: number }, pass: number): number {
  return threadIdx.x * 3 + pass;
}
