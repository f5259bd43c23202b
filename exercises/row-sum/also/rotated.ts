type Size = { rows: number; columns: number };

/**
 * No padding: lane i starts with partial sum i, and wraps
 * around.
 */
export const pitch = 32;

export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = (blockIdx.x << 3) | threadIdx.y;
  const column = (pass << 5) | threadIdx.x;
  return row >= rows || column >= columns
    ? null
    : columns * row + column;
}

export function toPartials(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  return ((blockIdx.x << 3) | threadIdx.y) >= rows
    ? null
    : (threadIdx.y << 5) | threadIdx.x;
}

export function fromPartials(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  const { x } = threadIdx;
  return write(thread, size) === null
    ? null
    : (x << 5) | ((pass + x) & 31);
}

/** Any warp will do: here the last one adds up. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  const row = (blockIdx.x << 3) + threadIdx.x;
  return threadIdx.y === 7 && threadIdx.x < 8 && row < rows
    ? row
    : null;
}
