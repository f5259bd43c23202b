function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): { row: number; column: number } | null {
  const row = blockIdx.x * blockDim.x + threadIdx.x;
  const column = blockIdx.y * blockDim.y + threadIdx.y;
  return row < rows && column < columns
    ? { row, column }
    : null;
}
