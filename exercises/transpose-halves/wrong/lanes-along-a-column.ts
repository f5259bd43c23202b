export function first(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return write(thread, size, pass) === null
    ? null
    : at(
        2 * (threadIdx.y + ROWS * (pass >> 1)),
        threadIdx.x + 32 * (pass % 2),
      );
}

export function second(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return write(thread, size, pass) === null
    ? null
    : at(
        2 * (threadIdx.y + ROWS * (pass >> 1)) + 1,
        threadIdx.x + 32 * (pass % 2),
      );
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.x + 32 * (pass % 2);
  const column =
    blockIdx.y * TILE + 2 * (threadIdx.y + ROWS * (pass >> 1));
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
