type Strip = { rows: number; columns: number; from: number; width: number };

function place({ threadIdx, blockIdx, blockDim }: Thread, { rows, width }: Strip) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return { row: Math.floor(t / (width / 4)), column: 4 * (t % (width / 4)) };
}

export function read(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return row < size.rows && column < size.width ? row * size.width + size.from + column : null;
}

export function write(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return row < size.rows && column < size.width ? row * size.width + column : null;
}
