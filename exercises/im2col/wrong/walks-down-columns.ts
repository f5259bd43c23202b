function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  height: number,
): { row: number; column: number } {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return {
    row: number % height,
    column: Math.floor(number / height),
  };
}

export function read(
  thread: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const { blockIdx } = thread;
  const { row, column } = place(thread, height);
  const y = row + Math.floor(tap / SIDE) - 1;
  const x = column + (tap % SIDE) - 1;
  const isInside = y >= 0 && y < height && x >= 0 && x < width;
  return isInside
    ? (blockIdx.y * height + y) * width + x
    : null;
}

export function write(
  thread: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const { blockIdx } = thread;
  const { row, column } = place(thread, height);
  return column < width
    ? ((blockIdx.y * TAPS + tap) * height + row) * width +
        column
    : null;
}
