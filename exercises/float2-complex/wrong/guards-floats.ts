export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }, pass: number): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return 2 * number < size.n ? 2 * number : null;
}
