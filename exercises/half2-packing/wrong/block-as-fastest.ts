function place(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { rows, columns }: Size,
): { row: number; column: number } | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column =
    HALVES_PER_LANE * (threadIdx.x * gridDim.x + blockIdx.x);
  return row < rows && column < columns
    ? { row, column }
    : null;
}
