export function times({ gridDim, blockDim }: Thread, size: { n: number }): number {
  return Math.ceil(size.n / (gridDim.x * blockDim.x));
}

export function element({ threadIdx, blockIdx, blockDim, gridDim }: Thread, size: { n: number }, pass: number): number {
  return blockIdx.x * blockDim.x + threadIdx.x + pass * gridDim.x * blockDim.x;
}
