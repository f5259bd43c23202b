type Size = { rows: number; columns: number };

// A matrix stored row by row is one long row: number the
// threads of a layer of blocks, and forget two dimensions.
export function element(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const block = blockIdx.y * gridDim.x + blockIdx.x;
  const inBlock = threadIdx.y * blockDim.x + threadIdx.x;
  const number = block * (blockDim.x * blockDim.y) + inBlock;
  const matrixLength = rows * columns;
  if (number >= matrixLength) return null;
  return blockIdx.z * matrixLength + number;
}
