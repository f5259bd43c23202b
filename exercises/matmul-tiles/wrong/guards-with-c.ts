type Product = { rows: number; columns: number; inner: number };

const TILE = 32;

function hasResult({ threadIdx, blockIdx }: Thread, size: Product): boolean {
  return blockIdx.y * TILE + threadIdx.y < size.rows && blockIdx.x * TILE + threadIdx.x < size.columns;
}

export function readA(thread: Thread, size: Product, step: number): number | null {
  const { threadIdx, blockIdx } = thread;
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = step * TILE + threadIdx.x;
  return hasResult(thread, size) ? row * size.inner + column : null;
}

export function toA({ threadIdx }: Thread): number {
  return threadIdx.y * TILE + threadIdx.x;
}

export function readB(thread: Thread, size: Product, step: number): number | null {
  const { threadIdx, blockIdx } = thread;
  const row = step * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return hasResult(thread, size) ? row * size.columns + column : null;
}

export function toB({ threadIdx }: Thread): number {
  return threadIdx.y * TILE + threadIdx.x;
}

export function fromA({ threadIdx }: Thread, size: Product, k: number): number {
  return threadIdx.y * TILE + k;
}

export function fromB({ threadIdx }: Thread, size: Product, k: number): number {
  return k * TILE + threadIdx.x;
}

export function write(thread: Thread, size: Product): number | null {
  const { threadIdx, blockIdx } = thread;
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return hasResult(thread, size) ? row * size.columns + column : null;
}
