function hasResult(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): boolean {
  return (
    blockIdx.y * TILE + threadIdx.y < rows &&
    blockIdx.x * TILE + threadIdx.x < columns
  );
}

export function readA(
  thread: Thread,
  size: Size,
  step: number,
): number | null {
  const { inner } = size;
  const { threadIdx, blockIdx } = thread;
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = step * TILE + threadIdx.x;
  return hasResult(thread, size) ? row * inner + column : null;
}

export function readB(
  thread: Thread,
  size: Size,
  step: number,
): number | null {
  const { columns } = size;
  const { threadIdx, blockIdx } = thread;
  const row = step * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return hasResult(thread, size)
    ? row * columns + column
    : null;
}
