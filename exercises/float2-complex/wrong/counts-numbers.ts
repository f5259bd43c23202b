export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }, pass: number): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < size.n ? number : null;
}
