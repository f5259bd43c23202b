export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; shift: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? (i + size.shift) % size.n : null;
}
