export function readA({ threadIdx, blockIdx }: Thread, size: Product): number | null {
  return element(blockIdx.y * TILE + threadIdx.y, threadIdx.x, size.rows, size.inner);
}

export function readB({ threadIdx, blockIdx }: Thread, size: Product): number | null {
  return element(threadIdx.y, blockIdx.x * TILE + threadIdx.x, size.inner, size.columns);
}
