/**
 * Even lanes go down the even rows, odd lanes down the odd
 * rows.
 */
function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows }: Size,
) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const inColumn = t % rows;
  const evenRows = Math.ceil(rows / 2);
  const row =
    inColumn < evenRows
      ? 2 * inColumn
      : 2 * (inColumn - evenRows) + 1;
  return { row, column: 4 * Math.floor(t / rows) };
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { width } = size;
  const { row, column } = place(thread, size);
  return column < width ? row * width + column : null;
}
