function place({ threadIdx, blockIdx, blockDim }: Thread, { rows, width }: Strip) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return { row: t % rows, column: 4 * Math.floor(t / rows) };
}

export function write(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return row < size.rows && column < size.width ? row * size.width + column : null;
}
