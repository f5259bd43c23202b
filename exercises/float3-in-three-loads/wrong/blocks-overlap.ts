export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, pass: number): number | null {
  const index = blockIdx.x * blockDim.x + pass * blockDim.x + threadIdx.x;
  return index < size.count * 3 ? index : null;
}

export function toTile({ threadIdx, blockDim }: Thread, size: { count: number }, pass: number): number {
  return pass * blockDim.x + threadIdx.x;
}

export function fromTile({ threadIdx, blockDim }: Thread, size: { count: number }, component: number): number {
  return threadIdx.x * 3 + component;
}
