export function read({ threadIdx, blockIdx, blockDim }: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
