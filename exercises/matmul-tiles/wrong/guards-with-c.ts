function hasResult({ threadIdx, blockIdx }: Thread, size: Product): boolean {
  return blockIdx.y * TILE + threadIdx.y < size.rows && blockIdx.x * TILE + threadIdx.x < size.columns;
}

export function readA(thread: Thread, size: Product, step: number): number | null {
  const { threadIdx, blockIdx } = thread;
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = step * TILE + threadIdx.x;
  return hasResult(thread, size) ? row * size.inner + column : null;
}

export function readB(thread: Thread, size: Product, step: number): number | null {
  const { threadIdx, blockIdx } = thread;
  const row = step * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return hasResult(thread, size) ? row * size.columns + column : null;
}
