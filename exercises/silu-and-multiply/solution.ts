type Size = { rows: number; d: number };

const VECTOR = 8;

/**
 * The column that this thread begins at, the same in both
 * halves and in the output; null past the end.
 */
function firstColumn(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
): number | null {
  const column =
    VECTOR * (blockIdx.x * blockDim.x + threadIdx.x);
  return column < d ? column : null;
}

/** A row of the input is two halves long. */
export function gate(
  thread: Thread,
  size: Size,
): number | null {
  const { d } = size;
  const { blockIdx } = thread;
  const column = firstColumn(thread, size);
  return column === null ? null : blockIdx.y * 2 * d + column;
}

export function up(thread: Thread, size: Size): number | null {
  const { d } = size;
  const gates = gate(thread, size);
  return gates === null ? null : gates + d;
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { d } = size;
  const { blockIdx } = thread;
  const column = firstColumn(thread, size);
  return column === null ? null : blockIdx.y * d + column;
}
