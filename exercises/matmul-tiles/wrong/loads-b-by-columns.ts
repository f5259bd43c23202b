export function readB({ threadIdx, blockIdx }: Thread, size: Product, step: number): number | null {
  return element(step * TILE + threadIdx.x, blockIdx.x * TILE + threadIdx.y, size.inner, size.columns);
}

export function fromB({ threadIdx }: Thread, size: Product, k: number): number {
  return threadIdx.x * TILE + k;
}
