export function toB({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}

export function fromB({ threadIdx }: Thread, size: Product, k: number): number {
  return threadIdx.x * TILE + k;
}
