export function element({ threadIdx, blockIdx, blockDim, gridDim }: Thread, size: { n: number }, pass: number): number {
  return blockIdx.x * blockDim.x + threadIdx.x + pass * gridDim.x * blockDim.x;
}
