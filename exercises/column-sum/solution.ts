function columnOf({ threadIdx, blockIdx, blockDim }: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

/** In one pass, all lanes are in one row, side by side. It doesn't matter that each thread's next element is far away. */
export function read(thread: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const column = columnOf(thread);
  return column < size.columns ? pass * size.columns + column : null;
}

export function write(thread: Thread, size: { rows: number; columns: number }): number | null {
  const column = columnOf(thread);
  return column < size.columns ? column : null;
}
