function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): { row: number; column: number } | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns
    ? { row, column }
    : null;
}
