function digits(
  { threadIdx, blockIdx, blockDim }: Thread,
  { batches, rows, columns }: Size,
) {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= batches * rows * columns) return null;
  const inMatrix = Math.floor(number / batches);
  return {
    batch: number % batches,
    row: Math.floor(inMatrix / columns),
    column: inMatrix % columns,
  };
}
