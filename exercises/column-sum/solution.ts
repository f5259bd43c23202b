type Size = { rows: number; columns: number };

function columnOf({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

/**
 * In one pass, all lanes are in one row, side by side. It
 * doesn't matter that each thread's next element is far away.
 */
export function read(
  thread: Thread,
  { columns }: Size,
  pass: number,
): number | null {
  const column = columnOf(thread);
  return column < columns ? pass * columns + column : null;
}

export function write(
  thread: Thread,
  { columns }: Size,
): number | null {
  const column = columnOf(thread);
  return column < columns ? column : null;
}
