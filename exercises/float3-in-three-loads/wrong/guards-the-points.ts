export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, pass: number): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  const index = blockIdx.x * blockDim.x * 3 + pass * blockDim.x + threadIdx.x;
  return item < size.count ? index : null;
}

export function toTile({ threadIdx, blockDim }: Thread, size: { count: number }, pass: number): number {
  return pass * blockDim.x + threadIdx.x;
}

export function fromTile({ threadIdx, blockDim }: Thread, size: { count: number }, component: number): number {
  return threadIdx.x * 3 + component;
}
