export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.x + threadIdx.x;
  const column = blockIdx.x * blockDim.y + threadIdx.y;
  const matrix = blockIdx.z;
  return row < rows && column < columns
    ? (matrix * rows + row) * columns + column
    : null;
}
