export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, pass: number): number | null {
  const index = blockIdx.x * blockDim.x + pass * blockDim.x + threadIdx.x;
  return index < size.count * 3 ? index : null;
}
