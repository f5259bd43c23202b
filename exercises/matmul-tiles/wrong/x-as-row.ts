export function readA({ threadIdx, blockIdx }: Thread, size: Product, step: number): number | null {
  return element(blockIdx.y * TILE + threadIdx.x, step * TILE + threadIdx.y, size.rows, size.inner);
}

export function toA({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}

export function readB({ threadIdx, blockIdx }: Thread, size: Product, step: number): number | null {
  return element(step * TILE + threadIdx.x, blockIdx.x * TILE + threadIdx.y, size.inner, size.columns);
}

export function toB({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}

export function fromA({ threadIdx }: Thread, size: Product, k: number): number {
  return threadIdx.x * TILE + k;
}

export function fromB({ threadIdx }: Thread, size: Product, k: number): number {
  return k * TILE + threadIdx.y;
}

export function write({ threadIdx, blockIdx }: Thread, size: Product): number | null {
  return element(blockIdx.y * TILE + threadIdx.x, blockIdx.x * TILE + threadIdx.y, size.rows, size.columns);
}
