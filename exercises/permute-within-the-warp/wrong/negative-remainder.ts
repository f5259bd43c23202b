export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; shift: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const place = i % 32;
  return i < size.n ? i - place + ((place - size.shift) % 32) : null;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; shift: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? i : null;
}
