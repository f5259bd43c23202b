type Size = { rows: number; columns: number };

/**
 * No padding: lane i starts with partial sum i, and wraps
 * around.
 */
export const pitch = 32;

export function read(
  { threadIdx: { x, y }, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = (blockIdx.x << 3) | y;
  const column = (pass << 5) | x;
  return row >= rows || column >= columns
    ? null
    : columns * row + column;
}

export function toPartials(
  { threadIdx: { x, y }, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  return ((blockIdx.x << 3) | y) >= rows ? null : (y << 5) | x;
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
  { threadIdx: { x, y }, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  const row = (blockIdx.x << 3) + x;
  return y === 7 && x < 8 && row < rows ? row : null;
}
