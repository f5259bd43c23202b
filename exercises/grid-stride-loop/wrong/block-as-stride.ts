export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }, pass: number): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x + pass * blockDim.x;
  return index < size.n ? index : null;
}
