function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, width }: Size,
) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return {
    row: t % rows,
    column: 4 * Math.floor(t / rows),
  };
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { rows, width } = size;
  const { row, column } = place(thread, size);
  return row < rows && column < width
    ? row * width + column
    : null;
}
