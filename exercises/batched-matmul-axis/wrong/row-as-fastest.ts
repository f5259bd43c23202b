function digits(
  { threadIdx, blockIdx, blockDim }: Thread,
  { batches, rows, columns, batchInnermost }: Size,
) {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= batches * rows * columns) return null;
  const batch =
    batchInnermost === 1
      ? number % batches
      : Math.floor(number / (rows * columns));
  const inMatrix =
    batchInnermost === 1
      ? Math.floor(number / batches)
      : number % (rows * columns);
  return {
    batch,
    row: inMatrix % rows,
    column: Math.floor(inMatrix / rows),
  };
}
