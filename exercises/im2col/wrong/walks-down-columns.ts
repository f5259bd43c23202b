function place({ threadIdx, blockIdx, blockDim }: Thread, height: number): { row: number; column: number } {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return { row: number % height, column: Math.floor(number / height) };
}

export function read(thread: Thread, { height, width }: Image, tap: number): number | null {
  const { row, column } = place(thread, height);
  const y = row + Math.floor(tap / SIDE) - 1;
  const x = column + (tap % SIDE) - 1;
  const isInside = y >= 0 && y < height && x >= 0 && x < width;
  return isInside ? (thread.blockIdx.y * height + y) * width + x : null;
}

export function write(thread: Thread, { height, width }: Image, tap: number): number | null {
  const { row, column } = place(thread, height);
  return column < width ? ((thread.blockIdx.y * TAPS + tap) * height + row) * width + column : null;
}
