export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row =
    blockIdx.y * blockDim.y + threadIdx.y + ROWS * pass;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row =
    blockIdx.x * blockDim.x + threadIdx.y + ROWS * pass;
  const column = blockIdx.y * blockDim.y + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
